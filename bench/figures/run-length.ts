/** Amount of work: `tiny` for the tests, which only prove that a benchmark runs; `long` for soaks. */
export type RunLength = 'tiny' | 'usual' | 'long'

/** Reads the run length from the process's arguments: `--tiny`, `--long` or neither. */
export function runLength(): RunLength {
  if (process.argv.includes('--tiny')) return 'tiny'
  return process.argv.includes('--long') ? 'long' : 'usual'
}
