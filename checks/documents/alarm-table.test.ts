import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isProduction, readSources } from '../sources.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const MARK = 'alarm: true'

/** Alarms whose event is no literal beside the mark: what each file can log. */
const NAMED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/adapters/exchanges/_shared/feed/failure-log.ts': ['feed.connect-failed', 'feed.list-failed'],
  'apps/server/src/app/market/market-run.ts': ['feed.not-live', 'feed.resyncs-often'],
  'apps/server/src/app/operation/nightly.ts': ['nightly-copy-failed', 'retention-failed', 'audit-check-failed'],
  'apps/server/src/app/trading/trade-runner.ts': ['trade-interrupted', 'trades-not-run'],
  'apps/server/src/process/tend-keys.ts': ['withdraw-permission-found'],
}

/** The events of a file's alarms: the literal on the line of each mark, or else the events of `NAMED_ELSEWHERE`. */
function alarmsOf(path: string, text: string): readonly string[] {
  return text.split('\n').flatMap((line, at) => {
    if (!line.includes(MARK)) return []
    const [, event] =
      /(?:log\w*|fatal|warn|error)\((?:'(?:error|warn)', |\{.*\}, )?'(?!(?:error|warn)')([\w.-]+)'/.exec(line) ?? []
    const events = event === undefined ? NAMED_ELSEWHERE[path] : [event]
    if (events === undefined) throw new Error(`${path}:${at + 1} raises an alarm whose event is not known here`)
    return events
  })
}

/** The alarms that the table of docs/operations.md explains. */
function documented(): readonly string[] {
  const [, section = ''] = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8').split('\n## Alarms\n')
  const [table = ''] = section.split('\n| log event |')
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w.-]+)`/g)].map(([, event = '']) => event))
}

test('each alarm of the server has its row in the table of operations, and each row its alarm', () => {
  const sources = readSources(ROOT, (path) => path.startsWith('apps/server/') && isProduction(path))
  const raised = new Set(sources.flatMap(({ path, text }) => alarmsOf(path, text)))
  expect(raised.size).toBeGreaterThan(20)
  expect(documented().toSorted()).toEqual([...raised].sort())
})
