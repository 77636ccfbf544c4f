import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured } from '../figures/table.ts'
import { runTool } from '../run-command.ts'
import {
  journeyFigures,
  oneFailed,
  type PlaywrightReport,
  sum,
  type Tally,
  tallyPlaywright,
  tallyVitest,
} from './tally.ts'

const NO_REPORT = 'the run left no report'

/** Runs vitest and tallies it; `env` reaches the tests. */
export function runVitest(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<Tally> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const table = ['--reporter=./scripts/figures/reporter.ts']
    const { exitCode } = await runTool('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...table, ...args], {
      env,
      live: true,
    })
    if (process.env.CAPTURES_DIR === undefined)
      console.log('skipped: proofs over recorded frames, which are optional; CAPTURES_DIR names their folder')
    return existsSync(report) ? tallyVitest(JSON.parse(readFileSync(report, 'utf8')), exitCode) : oneFailed(NO_REPORT)
  })
}

type Journeys = { readonly tally: Tally; readonly figures: readonly Measured[]; readonly tests: readonly string[] }

type Project = 'open' | 'people'

/** Environment in which tests of the full tier run too. */
export const WITH_FULL_TIER = { TIER: 'full' }

/**
 * Runs the browser journeys of public screens, then the journeys of screens of single users, each group beside its own
 * server alone, and tallies them.
 */
export async function runPlaywright(): Promise<Tally> {
  return sum([(await runProject('open')).tally, (await runProject('people')).tally])
}

/** Runs the journeys of some files of one group, also those of the full tier. */
export async function runJourneys(project: Project, files: readonly string[]): Promise<Tally> {
  // Playwright reads a file's name as a pattern.
  const patterns = files.map((file) => `/${file.replaceAll('.', '\\.')}$`)
  return (await runProject(project, patterns, WITH_FULL_TIER)).tally
}

/** A title that names a row of the fault matrix, such as `[C8]`. */
const OF_A_ROW = String.raw`\[[A-Z]\d+\]`

/** Runs the journeys of public screens that name a row of the fault matrix, of all files or of some files. */
export const runMeasuredJourneys = (files: readonly string[]): Promise<Journeys> =>
  runProject('open', ['--grep', OF_A_ROW, ...files], WITH_FULL_TIER)

function runProject(
  name: Project,
  args: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Journeys> {
  return withReport(async (path) => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: path, E2E_PROJECT: name, ...more }
    const command = ['test', '--reporter=list,json', ...args]
    const { exitCode } = await runTool('node_modules/@playwright/test/cli.js', command, { env, live: true })
    if (!existsSync(path)) return { tally: oneFailed(NO_REPORT), figures: [], tests: [] }
    const report = JSON.parse(readFileSync(path, 'utf8')) as PlaywrightReport
    return { tally: tallyPlaywright(report, exitCode), ...journeyFigures(report) }
  })
}

async function withReport<T>(run: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'makas-report-'))
  try {
    return await run(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
