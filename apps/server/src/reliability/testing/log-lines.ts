import type { ServerProcess } from '../../http/testing/server-process.ts'

type Line = { readonly msg: string; readonly time: number } & Readonly<Record<string, unknown>>

/** Parses the lines of a server's log. */
export const logOf = ({ stderr }: ServerProcess): Line[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
