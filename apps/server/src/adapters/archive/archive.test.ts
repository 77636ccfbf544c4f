import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isFullRun } from '../../../../../scripts/tiers.ts'
import type { HistoryRecord } from '../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import { historyLine } from './history-line.ts'
import { type Duck, openDuck } from './inside/duck.ts'
import { folderStore } from './inside/folder-store.ts'
import { objectStore } from './inside/object-store.ts'
import { MEMORY_MB, openArchive } from './inside/open-archive.ts'
import { ParquetArchive } from './inside/parquet-archive.ts'
import type { SegmentStore } from './inside/segment-store.ts'
import { startObjectServer } from './testing/object-server.ts'
import { point } from './testing/points.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-11-23T12:00:00Z')
const ROUTE = point({ t: 0 }).route
const FOREVER = { days: 30, bytes: Number.MAX_SAFE_INTEGER }

type World = {
  /** The store as the archive of a writer opens it. */
  readonly store: (writer?: string) => Promise<SegmentStore>
  /** Overwrites the bytes of a file, in the store and any cache. */
  readonly spoil: (key: string) => void
  readonly keys: () => readonly string[]
  readonly stop: () => Promise<void>
}

async function folderWorld(root: string): Promise<World> {
  const all = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return {
    store: (writer = 'a') => folderStore(root, join(root, '.work', writer)),
    spoil: (key) => writeFileSync(join(root, key), 'no parquet'),
    keys: () => all(root).sort(),
    stop: async () => undefined,
  }
}

async function objectWorld(root: string): Promise<World> {
  const server = await startObjectServer()
  return {
    store: (writer = 'a') => objectStore(server.place, writer === 'a' ? root : join(root, writer)),
    spoil: (key) => {
      server.objects.set(server.place.prefix + key, Buffer.from('no parquet'))
      rmSync(join(root, 'segments', key), { force: true })
    },
    keys: () => [...server.objects.keys()].map((key) => key.slice(server.place.prefix.length)).sort(),
    stop: async () => {
      await server.stop()
      expect(server.refused).toEqual([])
    },
  }
}

describe.each([
  ['a folder', folderWorld],
  ['an object store', objectWorld],
] as const)('an archive in %s', (_name, makeWorld) => {
  let base: string
  let world: World
  let duck: Duck
  let archive: ParquetArchive
  let damaged: string[]

  beforeEach(async () => {
    base = mkdtempSync(join(tmpdir(), 'makas-archive-'))
    mkdirSync(join(base, 'archive'))
    world = await makeWorld(join(base, 'archive'))
    duck = await openDuck({ memoryMb: 128, work: join(base, 'archive', '.work'), folders: [base] })
    archive = await open()
  })
  afterEach(async () => {
    duck.close()
    await world.stop()
    rmSync(base, { recursive: true, force: true })
  })

  /** Opens the archive, as after a restart. */
  async function open(): Promise<ParquetArchive> {
    damaged = []
    return new ParquetArchive({ store: await world.store(), duck, writer: 'a', damaged: (key) => damaged.push(key) })
  }

  let files = 0
  async function write(points: readonly HistoryRecord[], source: LifetimeSource = 'live', tail = ''): Promise<string> {
    const day = new Date(points[0]?.t ?? 0).toISOString().slice(0, 10)
    const name = `${day}-${String(++files).padStart(4, '0')}`
    const file = join(base, `${name}.jsonl`)
    writeFileSync(file, points.map((one) => `${historyLine(one)}\n`).join('') + tail)
    await archive.write({ source, name, file })
    return `${source}/${day}/${name}.a.parquet`
  }

  const ask = (given: { from?: number; to?: number; slots?: number; source?: LifetimeSource; route?: string } = {}) =>
    archive.history({ source: 'live', route: ROUTE, from: NOON, to: NOON + DAY_MS, slots: DAY_MS, ...given })
  const times = async (given = {}) => (await ask(given)).points.map(({ t }) => t)

  test('tells what was written, whole and in order, and only of the route and the time that is asked for', async () => {
    const opened = point({ t: NOON, event: 'opened' })
    const closed = point({ t: NOON + 90_000, event: 'closed', reason: 'negative', netReturn: null, netPnl: -0.5 })
    await write([closed, point({ t: NOON + 30_000 }), opened, point({ t: NOON + 1, route: "x'y" })])
    const { recorded, points } = await ask()
    expect(recorded).toBe(3)
    expect(points[0]).toEqual({
      t: NOON,
      event: 'opened',
      reason: null,
      netReturn: 0.41,
      netPnl: 12.5,
      size: 30,
      ageMs: 120,
      evidenceHash: opened.evidenceHash,
    })
    expect(points[2]).toMatchObject({ event: 'closed', reason: 'negative', netReturn: null, netPnl: -0.5 })
    expect(await times({ from: NOON + 1, to: NOON + 90_000 })).toEqual([NOON + 30_000])
    expect(await times({ route: "x'y" })).toEqual([NOON + 1])
    expect(await ask({ route: 'spot.NONE-USDT.okx.binance' })).toEqual({ recorded: 0, points: [] })
  })

  test('what is nowhere is an empty answer', async () => {
    expect(await ask()).toEqual({ recorded: 0, points: [] })
  })

  test('demo and live never mix', async () => {
    await write([point({ t: NOON })])
    await write([point({ t: NOON + 5 })], 'demo')
    expect([await times(), await times({ source: 'demo' })]).toEqual([[NOON], [NOON + 5]])
    await archive.drop('demo')
    expect([await times(), await times({ source: 'demo' })]).toEqual([[NOON], []])
    expect(world.keys().filter((key) => key.startsWith('demo/'))).toEqual([])
  })

  test('a segment is stored once, however often it is written', async () => {
    await write([point({ t: NOON })])
    files--
    await write([point({ t: NOON + 7 })])
    expect(await times()).toEqual([NOON])
  })

  test('a last line that a crash tore is left out, what stands before it is not', async () => {
    await write([point({ t: NOON })], 'live', '{"route":"spot.SOL-USDT.okx.bin')
    expect(await times()).toEqual([NOON])
  })

  test('of many points each slot tells the last of every event, and says how many there were', async () => {
    const points = Array.from({ length: 1_000 }, (_, n) => point({ t: NOON + n * 1_000 }))
    await write([
      ...points,
      point({ t: NOON + 400_500, event: 'closed' }),
      point({ t: NOON + 400_600, event: 'opened' }),
    ])
    const { recorded, points: told } = await ask({ from: NOON, to: NOON + 1_000_000, slots: 10 })
    expect([recorded, told.length]).toEqual([1_002, 12])
    expect(told.filter(({ event }) => event !== 'changed').map(({ t }) => t - NOON)).toEqual([400_500, 400_600])
    expect(told.filter(({ event }) => event === 'changed').map(({ t }) => t - NOON)).toEqual(
      Array.from({ length: 10 }, (_, n) => n * 100_000 + 99_000),
    )
  })

  test('a damaged segment is set aside and told of; the others answer, now and after a restart', async () => {
    await write([point({ t: NOON })])
    const key = await write([point({ t: NOON + 1_000 })])
    world.spoil(key)
    expect(await times()).toEqual([NOON])
    expect(damaged).toEqual([key])
    archive = await open()
    expect([await times(), damaged]).toEqual([[NOON], []])
    expect(world.keys()).toContain(`${key}.damaged`)
  })

  test('joins small segments of a day and then the whole day; no point is lost or told twice', async () => {
    const wanted: number[] = []
    for (let n = 0; n < 9; n++) {
      wanted.push(NOON + n * 1_000)
      await write([point({ t: NOON + n * 1_000 })])
    }
    await archive.tidy(NOON + 60_000, FOREVER)
    expect((await archive.segments('live')).length).toBe(1)
    await write([point({ t: NOON + 9_000 })])
    await archive.tidy(NOON + 60_000, FOREVER)
    expect((await archive.segments('live')).length).toBe(2)
    await archive.tidy(NOON + 2 * DAY_MS, FOREVER)
    expect((await archive.segments('live')).map(({ isCompacted }) => isCompacted)).toEqual([true])
    expect(await times()).toEqual([...wanted, NOON + 9_000])
    expect(world.keys().filter((key) => key.startsWith('live/')).length).toBe(2)
  })

  test.each([0, 1, 2, 3, 4])(
    'a join that was cut off after %i steps changes no answer, and is cleared up by the next',
    async (steps) => {
      for (let n = 0; n < 3; n++) await write([point({ t: NOON + n })])
      const wanted = [NOON, NOON + 1, NOON + 2]
      const store = await world.store()
      let left = steps
      const cut = () => {
        if (left-- <= 0) throw new Error('cut off')
      }
      const failing: SegmentStore = {
        ...store,
        put: async (key, file) => {
          cut()
          await store.put(key, file)
        },
        remove: async (key) => {
          cut()
          await store.remove(key)
        },
      }
      const cutOff = new ParquetArchive({ store: failing, duck, writer: 'a', damaged: () => undefined })
      await expect(cutOff.tidy(NOON + 2 * DAY_MS, FOREVER)).rejects.toThrow('cut off')
      archive = await open()
      expect(await times()).toEqual(wanted)
      await archive.tidy(NOON + 2 * DAY_MS, FOREVER)
      expect(await times()).toEqual(wanted)
      expect((await archive.segments('live')).length).toBe(1)
      expect(world.keys().filter((key) => key.startsWith('live/')).length).toBe(2)
    },
  )

  test.each([
    ['clears up', NOON],
    ['compacts the same day', NOON + 2 * DAY_MS],
  ])('an archive that %s while another compacts in its store loses no point and tells none twice', async (_, now) => {
    const dayAfter = NOON + 2 * DAY_MS
    const store = await world.store('b')
    const file = join(base, 'b.jsonl')
    const other = new ParquetArchive({ store, duck, writer: 'b', damaged: () => undefined })
    for (let n = 0; n < 3; n++) {
      await write([point({ t: NOON + n })])
      writeFileSync(file, `${historyLine(point({ t: NOON + 10 + n }))}\n`)
      await other.write({ source: 'live', name: `2026-11-23-b${n}`, file })
    }
    // The other tidies up in the middle of our compaction: after each file of ours, and before each removal.
    const ours = await world.store('a')
    const meanwhile: SegmentStore = {
      ...ours,
      put: async (key, path) => {
        await ours.put(key, path)
        await other.tidy(now, FOREVER)
      },
      remove: async (key) => {
        await other.tidy(now, FOREVER)
        await ours.remove(key)
      },
    }
    await new ParquetArchive({ store: meanwhile, duck, writer: 'a', damaged: () => undefined }).tidy(dayAfter, FOREVER)
    expect(await times()).toEqual([0, 1, 2, 10, 11, 12].map((ms) => NOON + ms))
    await other.tidy(dayAfter, FOREVER)
    expect((await archive.segments('live')).map(({ writer, isCompacted }) => [writer, isCompacted]).sort()).toEqual([
      ['a', true],
      ['b', true],
    ])
  })

  test('a compacted segment that has to go goes whole, and segments that fit stay', async () => {
    for (const days of [1, 0]) for (let n = 0; n < 3; n++) await write([point({ t: NOON - days * DAY_MS + n })])
    await archive.tidy(NOON + 3 * DAY_MS, FOREVER)
    const files = await (await world.store()).list('live')
    const bytes = files.filter(({ key }) => key.endsWith('.parquet')).reduce((sum, file) => sum + file.bytes, 0)
    await archive.tidy(NOON + 3 * DAY_MS, { days: 30, bytes })
    expect((await archive.segments('live')).length).toBe(2)
    await archive.tidy(NOON + 3 * DAY_MS, { days: 30, bytes: bytes - 1 })
    expect((await archive.segments('live')).map(({ day }) => day)).toEqual(['2026-11-23'])
    expect(world.keys().filter((key) => key.startsWith('live/')).length).toBe(2)
  })

  test('[SEC-82] a clock that is ahead takes no day away, though it wrote rows of its own day', async () => {
    const ahead = NOON + 1_000 * DAY_MS
    for (const t of [NOON - DAY_MS, NOON, ahead]) await write([point({ t })])
    await archive.tidy(ahead, FOREVER)
    const left = async () => (await archive.segments('live')).map(({ day }) => day)
    expect((await left()).slice(0, 2)).toEqual(['2026-11-22', '2026-11-23'])
    // A server that was off for long goes on a day after it writes again.
    await archive.tidy(ahead + DAY_MS, FOREVER)
    expect(await left()).toHaveLength(1)
  })

  test('lets go what is too old, and then the oldest days until the rest fits', async () => {
    for (const days of [40, 3, 2, 1, 0]) await write([point({ t: NOON - days * DAY_MS })])
    const left = async () => (await archive.segments('live')).map(({ day }) => day)
    await archive.tidy(NOON, FOREVER)
    expect(await left()).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
    const store = await world.store()
    const size = (await store.list('live')).reduce((sum, { bytes }) => sum + bytes, 0)
    await archive.tidy(NOON, { days: 30, bytes: Math.ceil(size / 2) })
    expect(await left()).toEqual(['2026-11-22', '2026-11-23'])
  })
})

test.runIf(isFullRun)(
  'joins as much as a busy market writes in a day within the memory of the archive, none of it twice, in several segments',
  async () => {
    const base = mkdtempSync(join(tmpdir(), 'makas-archive-'))
    const store = await folderStore(join(base, 'archive'))
    const duck = await openDuck({ memoryMb: MEMORY_MB, work: store.work, folders: [base] })
    try {
      const archive = new ParquetArchive({ store, duck, writer: 'a', damaged: () => undefined })
      // Like a real row: mostly names, with differing digits between them.
      const row = (n: number) =>
        Array.from({ length: 60 }, (_, k) => `"name_of_${k}":${(n * 7_919 + k * 104_729) % 65_537}`)
      for (let file = 0; file < 24; file++) {
        const lines = Array.from({ length: 10_000 }, (_, n) =>
          historyLine(point({ t: NOON + file * 1_000 + n, route: `r${n % 500}`, row: row(n + file).join(',') })),
        )
        const path = join(base, `${file}.jsonl`)
        writeFileSync(path, `${lines.join('\n')}\n`)
        await archive.write({ source: 'live', name: `2026-11-23-${file}`, file: path })
        rmSync(path)
      }
      const written = (await store.list('live')).reduce((sum, { bytes }) => sum + bytes, 0)
      await archive.tidy(NOON + 2 * DAY_MS, FOREVER)
      const joined = await archive.segments('live')
      expect(written).toBeGreaterThan(40_000_000)
      expect(joined.every(({ isCompacted }) => isCompacted)).toBe(true)
      expect(joined.length).toBeLessThanOrEqual(Math.ceil(written / 8_000_000))
      const asked = { source: 'live', route: 'r7', from: NOON, to: NOON + DAY_MS, slots: DAY_MS } as const
      expect((await archive.history(asked)).recorded).toBe(24 * 20)
    } finally {
      duck.close()
      rmSync(base, { recursive: true, force: true })
    }
  },
)

test('in a folder a file that was being made when the power went is no segment', async () => {
  const base = mkdtempSync(join(tmpdir(), 'makas-archive-'))
  const store = await folderStore(base)
  writeFileSync(join(store.work, 'half.parquet'), 'PAR1')
  truncateSync(join(store.work, 'half.parquet'), 2)
  expect(await store.list('live')).toEqual([])
  await folderStore(base)
  expect(readdirSync(store.work)).toEqual([])
  rmSync(base, { recursive: true, force: true })
})

test('archives of two data folders in one folder leave what the other is making alone', async () => {
  const base = mkdtempSync(join(tmpdir(), 'makas-archive-'))
  const place = { kind: 'folder', folder: join(base, 'shared') } as const
  const opened = async (name: string) => {
    mkdirSync(join(base, name), { recursive: true })
    const { store, duck } = await openArchive({ dataDir: join(base, name), place }, () => undefined)
    duck.close()
    return store.work
  }
  const work = await opened('one')
  writeFileSync(join(work, 'half.parquet'), 'PAR1')
  await opened('other')
  expect(readdirSync(work)).toEqual(['half.parquet'])
  // After a restart it is the same folder, emptied.
  expect(await opened('one')).toBe(work)
  expect(readdirSync(work)).toEqual([])
  rmSync(base, { recursive: true, force: true })
})

describe('an object store', () => {
  test('fetches a segment once, keeps little of it here, and says so when it is down', async () => {
    const server = await startObjectServer()
    const base = mkdtempSync(join(tmpdir(), 'makas-archive-'))
    try {
      const store = await objectStore(server.place, base, { mostCachedBytes: 1_500 })
      for (const name of ['a', 'b', 'c']) {
        writeFileSync(join(store.work, name), name.repeat(1_000))
        await store.put(`live/2026-11-23/${name}`, join(store.work, name))
      }
      const cached = () => readdirSync(join(base, 'segments', 'live', '2026-11-23'))
      expect(cached()).toEqual(['c'])
      const path = await store.open('live/2026-11-23/a')
      expect([readFileSync(path ?? '', 'utf8'), cached()]).toEqual(['a'.repeat(1_000), ['a']])
      expect(await store.open('live/2026-11-23/none')).toBeNull()
      server.state.isDown = true
      expect(await store.open('live/2026-11-23/a')).toBe(path)
      await expect(store.open('live/2026-11-23/b')).rejects.toThrow()
    } finally {
      await server.stop()
      rmSync(base, { recursive: true, force: true })
    }
  })

  test('that does not know our key refuses us', async () => {
    const server = await startObjectServer()
    const base = mkdtempSync(join(tmpdir(), 'makas-archive-'))
    try {
      const store = await objectStore({ ...server.place, secretAccessKey: 'another' }, base)
      await expect(store.list('live')).rejects.toThrow()
      expect(server.refused.length).toBeGreaterThan(0)
    } finally {
      await server.stop()
      rmSync(base, { recursive: true, force: true })
    }
  })
})
