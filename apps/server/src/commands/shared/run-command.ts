/** Says why a command was not done; its exit code. */
export function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

/** What is wrong with the command line, where that is all. */
const mistyped = (error: unknown): string | null =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    ? error.message
    : null

/**
 * Runs a command to its exit code. A failure for which there is a sentence is one that the operator can mend; any other
 * says where it happened.
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
