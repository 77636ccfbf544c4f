import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import type { Figure } from '../figure.ts'

/** Path of the last long run's figures, outside of git; `npm run release` makes docs/reliability.md of it. */
export const TABLE = 'data/reliability.json'

/** A figure with the path of its test file from the root. */
export type Measured = Figure & { readonly test: string }

export type FigureTable = {
  /** Short name of the measured commit; it ends in `-dirty` where the tree differed from the commit. */
  readonly commit: string
  /** Processor cores and Node version of the measuring machine. */
  readonly machine: string
  /** Date of the measurement, UTC, `2026-11-28`. */
  readonly date: string
  readonly figures: readonly Measured[]
}

/** Prints one line per figure. */
export function printFigures(figures: readonly Measured[]): void {
  for (const { row, wanted, measured, seed } of figures)
    console.log(`${row} (seed ${seed}): wanted ${wanted}; measured ${measured}`)
}

/** Name of the commit that is checked out, as in `FigureTable`. Throws outside of a git repository. */
export const commitOf = (root: string): string =>
  execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], { cwd: root, encoding: 'utf8' }).trim()

/** The kept table; null before the first long run. */
export function readTable(root: string): FigureTable | null {
  const path = join(root, TABLE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FigureTable) : null
}

/**
 * Replaces the figures of the test files `tests` in the kept table. A table holds the figures of one commit. A kept
 * table of another commit stays as it is, and a line says so.
 */
export function keepFigures(
  root: string,
  figures: readonly Measured[],
  tests: readonly string[],
  commit = commitOf(root),
): void {
  const before = readTable(root)
  if (before !== null && before.commit !== commit) {
    console.log(`no figure was kept: ${TABLE} is of ${before.commit}; npm run test:long without files begins anew`)
    return
  }
  const others = (before?.figures ?? []).filter(({ test }) => !tests.includes(test))
  const table: FigureTable = {
    commit,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 10),
    figures: [...others, ...figures],
  }
  mkdirSync(dirname(join(root, TABLE)), { recursive: true })
  writeFileSync(join(root, TABLE), `${JSON.stringify(table, null, 2)}\n`)
}
