const ends: (() => unknown)[] = []

/**
 * Ends something when the tests of this file are over, wherever it was made: vitest takes no `afterAll` of a hook or a
 * test, and says nothing.
 */
export function afterFile(end: () => unknown): void {
  ends.push(end)
}

/** Ends what was made last first. The setup of each test file calls it. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}
