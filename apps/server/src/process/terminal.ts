/** A line for the person at the terminal. */
export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Ends a process that cannot start, with the reasons. */
export function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
