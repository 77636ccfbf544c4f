/** Prints why a command was not done; returns the exit code. */
export function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

/** The message of a command-line error; null for any other error. */
const mistyped = (error: unknown): string | null =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    ? error.message
    : null

/**
 * Runs a command and sets its exit code. Failures that the operator can mend get a sentence, any other error its stack.
 */
export async function runCommand(
  main: () => Promise<number>,
  sentenceOf: (error: unknown) => string | null,
): Promise<void> {
  try {
    process.exitCode = await main()
  } catch (error) {
    process.exitCode = refuse(
      mistyped(error) ?? sentenceOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  }
}
