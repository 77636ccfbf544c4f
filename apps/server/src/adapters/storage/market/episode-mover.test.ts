import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FinishedEpisode } from '@makas/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { finished } from '../../../app/market/testing/finished.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import { episodeFile } from '../../system/files/episode-file.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import type { Database } from '../database/database.ts'
import { makeTestDatabase } from '../testing/test-database.ts'
import { EpisodeMover } from './episode-mover.ts'
import { writeEpisodeFiles } from './episodes-to-files.ts'

const { database, owner, query } = await makeTestDatabase()

let dataDir = ''
const logged: unknown[] = []
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mover-'))
  await query('truncate episodes')
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  expect(logged).toEqual([])
})

type Options = { readonly kept?: number; readonly database?: () => Database }
const mover = (options: Options = {}) =>
  new EpisodeMover({
    folders: [dataDir],
    database: () => database,
    clock: createSystemClock(),
    log: (...line) => logged.push(line),
    ...options,
  })
const pass = (options?: Options) => mover(options).stop()
const at = (openedAt: number, more: Partial<FinishedEpisode> = {}): FinishedEpisode => ({
  ...finished({ openedAt }),
  closedAt: openedAt + 10,
  route: `r-${openedAt}`,
  ...more,
})
const count = async (source: string) =>
  (await query('select count(*)::int as n from episodes where source = $1', [source]))[0]?.n

test('what the engine has appended is in the database as it was, once, however often it is moved', async () => {
  const end = { kind: 'censored', why: 'checksum' } as const
  await episodeFile(dataDir, 'live').append([at(1_000), at(2_000, { end, mode: 'tri', size: '5/3' })])
  await episodeFile(dataDir, 'demo').append([at(3_000)])
  await pass()
  await pass()
  const rows = await query(`select source, route, mode, (extract(epoch from opened_at) * 1000)::int as opened,
    (extract(epoch from closed_at) * 1000)::int as closed, censored, size, path, latency_ms from episodes order by opened_at`)
  const { size, path, forecast } = at(1_000)
  const common = { path, latency_ms: forecast.latencyMs }
  expect(rows).toEqual([
    { source: 'live', route: 'r-1000', mode: 'spot', opened: 1_000, closed: 1_010, censored: null, size, ...common },
    {
      source: 'live',
      route: 'r-2000',
      mode: 'tri',
      opened: 2_000,
      closed: 2_010,
      censored: 'checksum',
      size: '5/3',
      ...common,
    },
    { source: 'demo', route: 'r-3000', mode: 'spot', opened: 3_000, closed: 3_010, censored: null, size, ...common },
  ])
})

test('a file that is renamed when it is full is moved to its end, and the next from its beginning', async () => {
  const store = episodeFile(dataDir, 'live', 3_000)
  store.read(() => undefined)
  const moving = mover()
  for (let n = 0; n < 30; n += 3) {
    await store.append([at(n), at(n + 1), at(n + 2)])
    if (n % 2 === 0) await moving.stop()
  }
  await moving.stop()
  expect(await count('live')).toBe(30)
})

test('lines that are torn or no episodes are passed over', async () => {
  const path = join(dataDir, 'episodes-live.jsonl')
  await episodeFile(dataDir, 'live').append([at(1)])
  appendFileSync(path, `garbage\n${'x'.repeat(300_000)}\n{"route":"half`)
  const moving = mover()
  await moving.stop()
  expect(await count('live')).toBe(1)
  appendFileSync(path, '"}\n')
  await episodeFile(dataDir, 'live').append([at(2)])
  await moving.stop()
  expect(await count('live')).toBe(2)
})

test('without a database they wait in the files', async () => {
  await episodeFile(dataDir, 'live').append([at(1), at(2)])
  const gone = () => {
    throw new StorageFailure('unavailable', 'gone')
  }
  let isThere = false
  const moving = mover({ database: () => (isThere ? database : gone()) })
  await moving.stop()
  expect(await count('live')).toBe(0)
  isThere = true
  await moving.stop()
  expect(await count('live')).toBe(2)
})

test("the demo market's are dropped when the engine has dropped them, and the others are not", async () => {
  const demo = episodeFile(dataDir, 'demo')
  await demo.append([at(1)])
  await episodeFile(dataDir, 'live').append([at(2)])
  const moving = mover()
  await moving.stop()
  expect([await count('demo'), await count('live')]).toEqual([1, 1])
  await demo.clear()
  await moving.stop()
  expect([await count('demo'), await count('live')]).toEqual([0, 1])
})

test('the oldest go when there are too many', async () => {
  await episodeFile(dataDir, 'live').append(Array.from({ length: 50 }, (_, n) => at(n)))
  await pass({ kept: 20 })
  const [found] = await query(
    `select count(*)::int as n, min((extract(epoch from opened_at) * 1000)::int) as oldest from episodes`,
  )
  expect(found).toEqual({ n: 20, oldest: 30 })
})

test('what was moved can be written into the files that the engine starts from, where there are none', async () => {
  const moved = [at(1_000), at(2_000, { end: { kind: 'censored', why: 'stale' } }), at(3_000)]
  await episodeFile(dataDir, 'live').append(moved)
  await episodeFile(dataDir, 'demo').append([at(4_000)])
  await pass()
  const read = (folder: string, source: 'live' | 'demo') => {
    const found: FinishedEpisode[] = []
    expect(episodeFile(folder, source).read((episode) => found.push(episode))).toEqual({ refused: 0 })
    return found
  }
  const fresh = join(dataDir, 'fresh')
  const all = [{ folder: fresh, hasRoute: () => true }]
  expect(await writeEpisodeFiles(owner, all)).toBe(4)
  expect([read(fresh, 'live'), read(fresh, 'demo')]).toEqual([moved, [at(4_000)]])
  expect(readdirSync(fresh)).toHaveLength(2)
  // Files of a running engine are left alone.
  expect(await writeEpisodeFiles(owner, all)).toBe(0)
  expect(read(fresh, 'live')).toEqual(moved)
})
