export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints why the process cannot start, and ends it. */
export function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The reason for a log line about a defect: where it came from, too. */
export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
