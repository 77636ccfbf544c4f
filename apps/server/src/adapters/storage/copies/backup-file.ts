import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/**
 * A copy is one compressed text: a head line, then for each table a line that names it and its columns, its rows as
 * PostgreSQL's COPY writes them, and a line `\.`; at the end the number of rows of each table. PostgreSQL escapes every
 * backslash in a row, so no row is `\.` or begins with `{"`.
 */
export const FORMAT = 1
export const END_OF_ROWS = '\\.'

export type Head = { readonly makas: 'backup'; readonly format: number; readonly at: string }
export type TableLine = { readonly table: string; readonly columns: readonly string[] }
export type EndLine = { readonly rows: Readonly<Record<string, number>> }

/** A copy or its destination is not usable; the message is a sentence for the operator. */
export class BackupRefusal extends Error {}

const NEWLINE = 10
/** Bytes of a line, at most; our rows are far shorter, and without a limit a damaged file could fill the memory. */
const MOST_LINE_BYTES = 64 * 1024 * 1024

/** The lines of a copy, without their ends. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // The generator below reads this pipeline's output, and a failure reaches it there.
  const read = pipeline(createReadStream(file), gunzip)
  read.catch(() => undefined)
  let rest: Buffer[] = []
  let restBytes = 0
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
        const line = piece.subarray(start, end)
        yield rest.length === 0 ? line : Buffer.concat([...rest, line])
        rest = []
        restBytes = 0
        start = end + 1
      }
      if (start === piece.length) continue
      rest.push(piece.subarray(start))
      restBytes += piece.length - start
      if (restBytes > MOST_LINE_BYTES) throw new BackupRefusal(`${file} is no copy of Makas`)
    }
    await read
  } catch (error) {
    if (error instanceof BackupRefusal) throw error
    throw new BackupRefusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (restBytes > 0) throw new BackupRefusal(`${file} is cut off`)
}

/** The JSON object of a line; empty where the line is none. */
export function objectOf(line: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
