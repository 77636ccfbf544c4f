import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lifetimes, type Mode, Status } from '@makas/contract'
import { MODES, WHOLE } from '@makas/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedLimits } from './adapters/exchanges/_shared/talk/address-limits.ts'
import type { SharedLimits } from './adapters/exchanges/_shared/talk/feed-context.ts'
import { ADDRESSES } from './adapters/exchanges/feeds.ts'
import { MarketUpdateReader } from './app/engine-protocol/market-update.ts'
import type { EngineMessage } from './app/engine-protocol/messages.ts'
import type { MarketState } from './app/engine-protocol/state.ts'
import type { LifetimeSource } from './app/ports/market/market-source.ts'
import { GAP } from './app/replay/testing/small-recordings.ts'
import type { EngineConfig } from './config/config.ts'
import { type EngineThread, startEngineThread } from './http/engine/engine-thread.ts'
import { startSimulator } from './simulator/index.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'engine-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The real engine thread, asked as the HTTP thread asks it. */
class Engine {
  readonly #thread: EngineThread
  readonly #ended: Promise<void>
  readonly #updates = new MarketUpdateReader()
  #heard: (message: EngineMessage, state: MarketState | null) => void = () => undefined
  #failed: (error: Error) => void = () => undefined

  constructor(settings: Partial<EngineConfig> & { readonly sharedLimits?: SharedLimits }) {
    const config: EngineConfig & { readonly sharedLimits?: SharedLimits } = {
      market: 'demo',
      exchanges: ['okx'],
      exchangeOrigin: null,
      simSeed: 1,
      simSymbols: 8,
      replayFiles: [],
      replaySpeed: 0,
      fees: undefined,
      caps: { spot: '50000', carry: '10000', tri: '50000' },
      holdDays: 90,
      borrowRates: {},
      tiers: {},
      dataDir,
      shard: WHOLE,
      episodesFolder: dataDir,
      keepsHistory: true,
      logLevel: 'info',
      ...settings,
    }
    this.#thread = startEngineThread(new URL('./engine.worker.ts', import.meta.url), config)
    this.#thread.onMessage((message) => {
      // A row is sent once: no message may be left out.
      const update = message.kind === 'rows' || message.kind === 'state' ? this.#updates.read(message) : null
      this.#heard(message, update?.state ?? null)
    })
    this.#thread.post({ kind: 'viewers', modes: MODES })
    this.#ended = new Promise((resolve) => {
      this.#thread.onEnd((reason) => {
        resolve()
        this.#failed(new Error(reason))
      })
    })
  }

  /** The first state for which `holds` is true. */
  state(holds: (state: MarketState) => boolean): Promise<MarketState> {
    return this.#hear((_, state) => (state !== null && holds(state) ? state : null))
  }

  /** The survival curves, asked for once there is a market. */
  async lifetimes(source: LifetimeSource): Promise<Lifetimes> {
    await this.state(() => true)
    this.#thread.post({ kind: 'lifetimes', requestId: 7, source })
    return Lifetimes.parse(
      JSON.parse(await this.#hear((message) => (message.kind === 'lifetimes' ? message.json : null))),
    )
  }

  async stop(): Promise<void> {
    this.#thread.post({ kind: 'stop' })
    await this.#ended
  }

  #hear<T>(take: (message: EngineMessage, state: MarketState | null) => T | null): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#failed = reject
      this.#heard = (message, state) => {
        const taken = take(message, state)
        if (taken !== null) resolve(taken)
      }
    })
  }
}

/** Whole lines of a file; one is empty where the final write met another under way. */
const linesOf = (name: string) =>
  (readFileSync(join(dataDir, name), 'utf8').match(/.*\n/g) ?? [])
    .map((line) => line.trim())
    .filter((line) => line !== '')
const counts = ({ modes }: Lifetimes) => Object.fromEntries(modes.map(({ mode, episodes }) => [mode, episodes]))

test('the demo market keeps its episodes, also episodes that are open when it stops, and knows them again', async () => {
  const first = new Engine({})
  const { rows } = await first.state((state) => state.rows.carry.length > 0)
  expect(rows.carry[0]?.json).toContain('"confidence_basis":"prior"')
  await first.stop()
  const kept = linesOf('episodes-demo.jsonl').map((line) => JSON.parse(line))
  expect(kept.some(({ why }) => why === 'shutdown')).toBe(true)
  expect(readdirSync(dataDir)).not.toContain('episodes-live.jsonl')

  appendFileSync(join(dataDir, 'episodes-demo.jsonl'), JSON.stringify(kept[0]).slice(0, 50))
  const second = new Engine({})
  const [demo, live] = [await second.lifetimes('demo'), await second.lifetimes('live')]
  const known = (mode: Mode) => kept.filter((episode) => episode.mode === mode).length
  for (const mode of ['spot', 'carry', 'tri'] as const) {
    expect(counts(demo)[mode]).toBeGreaterThanOrEqual(known(mode))
  }
  expect([demo.source, live.source, counts(live)]).toEqual(['demo', 'live', { spot: 0, carry: 0, tri: 0 }])
  await second.stop()
})

test('a market that is live drops what the demo market told, and keeps its own', async () => {
  for (const source of ['live', 'demo']) {
    const episode = {
      route: 'spot.SOL-USDT.okx.binance',
      mode: 'spot',
      opened_at: 5,
      closed_at: 9,
      end: 'ended',
      why: null,
    }
    const figures = { size: '1', path: [[0, 1]], max_roi: 1, last_roi: 1, latency_ms: 1, forecast: 1, basis: 'prior' }
    writeFileSync(join(dataDir, `episodes-${source}.jsonl`), `${JSON.stringify({ ...episode, ...figures })}\n`)
  }
  // No exchange answers: the market is live, and empty.
  const engine = new Engine({ market: 'live', exchanges: [] })
  const [demo, live] = [await engine.lifetimes('demo'), await engine.lifetimes('live')]
  expect([counts(demo), counts(live)]).toEqual([
    { spot: 0, carry: 0, tri: 0 },
    { spot: 1, carry: 0, tri: 0 },
  ])
  await engine.stop()
  expect(readdirSync(dataDir)).toEqual(['episodes-live.jsonl'])
})

test('a replay keeps nothing', async () => {
  const file = join(dataDir, 'recording.jsonl')
  writeFileSync(file, GAP)
  const engine = new Engine({ market: 'replay', replayFiles: [file] })
  const { rows } = await engine.state((state) => state.rows.spot.length > 0)
  expect(rows.spot[0]?.json).toContain('"confidence_basis":"prior"')
  expect(counts(await engine.lifetimes('live'))).toEqual({ spot: 0, carry: 0, tri: 0 })
  await engine.stop()
  expect(readdirSync(dataDir)).toEqual(['recording.jsonl'])
})

test('what stands in for the exchanges is the demo market from its first moment on, whatever MARKET says', async () => {
  const simulator = await startSimulator({ seed: 5, symbols: 4, port: 0, limits: false })
  const engine = new Engine({ market: 'auto', exchangeOrigin: simulator.origin })
  const seen = new Set<string>()
  await engine.state((state) => {
    seen.add(state.source)
    return state.version > 5 && state.prices !== '[]'
  })
  expect([...seen]).toEqual(['demo'])
  await engine.stop()
  await simulator.stop()
})

test('[F20] two shards in one process: a ban that one of them is told of is the other’s, too', async () => {
  const simulator = await startSimulator({ seed: 5, symbols: 8, port: 0, limits: false })
  const together = { exchangeOrigin: simulator.origin, sharedLimits: sharedLimits(ADDRESSES) }
  const engines = [0, 1].map((shard) => {
    const episodesFolder = join(dataDir, `shard-${shard}`)
    mkdirSync(episodesFolder)
    return new Engine({ ...together, shard: { shard, shardCount: 2 }, episodesFolder })
  })
  const stateOf = ({ status }: MarketState) => Status.parse(JSON.parse(status)).exchanges[0]?.state
  await Promise.all(engines.map((engine) => engine.state((state) => stateOf(state) === 'live')))
  // One request is refused, in one of the engines; the others learn of it through the shared limits.
  simulator.script({ exchange: 'okx', kind: '429', retryAfterS: 600, count: 1 })
  await Promise.all(engines.map((engine) => engine.state((state) => stateOf(state) === 'rate_limited')))
  await Promise.all(engines.map((engine) => engine.stop()))
  await simulator.stop()
})
