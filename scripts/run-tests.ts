import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-command.ts'
import { oneFailed, sum, type Tally, tallyPlaywright, tallyVitest } from './tally.ts'

const NO_REPORT = 'the run left no report'

/** Runs vitest and counts it; `env` reaches the tests. */
export function runVitest(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []): Promise<Tally> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const table = ['--reporter=./scripts/reliability-table.ts']
    const { exitCode } = await runTool('node_modules/vitest/vitest.mjs', ['run', ...reporters, ...table, ...args], {
      env,
      live: true,
    })
    return existsSync(report) ? tallyVitest(JSON.parse(readFileSync(report, 'utf8')), exitCode) : oneFailed(NO_REPORT)
  })
}

/** Runs the browser journeys of everybody's and then those of people's own screens, each beside its server alone, and counts them. */
export async function runPlaywright(): Promise<Tally> {
  return sum([await runProject('open'), await runProject('people')])
}

function runProject(name: 'open' | 'people'): Promise<Tally> {
  return withReport(async (report) => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_PROJECT: name }
    const { exitCode } = await runTool('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
      env,
      live: true,
    })
    return existsSync(report)
      ? tallyPlaywright(JSON.parse(readFileSync(report, 'utf8')), exitCode)
      : oneFailed(NO_REPORT)
  })
}

async function withReport(run: (path: string) => Promise<Tally>): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'makas-report-'))
  try {
    return await run(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
