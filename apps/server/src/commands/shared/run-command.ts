/** Says why a command was not done; its exit code. */
export function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

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
      sentenceOf(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  }
}
