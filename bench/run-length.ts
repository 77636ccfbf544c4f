/** How much a benchmark does: `tiny` proves in the tests that it works, `long` is for soaks. */
export type RunLength = 'tiny' | 'usual' | 'long'

/** From the arguments of the process: `--tiny`, `--long` or nothing. */
export function runLength(): RunLength {
  if (process.argv.includes('--tiny')) return 'tiny'
  return process.argv.includes('--long') ? 'long' : 'usual'
}
