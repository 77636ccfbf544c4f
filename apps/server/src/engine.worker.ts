import { readFileSync } from 'node:fs'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { type ExchangeId, type FeeOverrides, parseExact } from '@makas/domain'
import { historyJournal } from './adapters/archive/history-journal.ts'
import type { SharedLimits } from './adapters/exchanges/_shared/talk/feed-context.ts'
import { FEEDS, LIVE_CHANNELS } from './adapters/exchanges/feeds.ts'
import { PROTOCOLS } from './adapters/exchanges/protocols.ts'
import { episodeFile } from './adapters/system/files/episode-file.ts'
import { systemRandom } from './adapters/system/randomness.ts'
import { sha256 } from './adapters/system/secrets/secret-texts.ts'
import { SimulatorThread } from './adapters/system/simulator-thread.ts'
import { createSystemClock, endByStep, MACHINE, stopwatch } from './adapters/system/system-clock.ts'
import type { EngineMessage, EngineRequest } from './app/engine-protocol/messages.ts'
import { HistoryRecorder } from './app/history/history-recorder.ts'
import { carryOptions } from './app/market/detect/carry-settings.ts'
import { EngineLoop, TICK_EVERY_MS } from './app/market/engine-loop.ts'
import { capOf, feeOf, identify } from './app/market/legs/identify.ts'
import { LifetimesRecorder } from './app/market/lifetimes/lifetimes-recorder.ts'
import type { FindingEvent } from './app/market/lifetimes/opportunity-lifecycles.ts'
import { MarketRun } from './app/market/market-run.ts'
import { priorOutlook } from './app/market/opportunity/outlook.ts'
import { Publishing, type ShownMarket } from './app/market/publish/publishing.ts'
import { type Choice, choose } from './app/market/source-choice.ts'
import type { LifetimeSource, MarketSource } from './app/ports/market/market-source.ts'
import { inOrder, parseRecording } from './app/replay/recording.ts'
import { ReplayMarket } from './app/replay/replay-market.ts'
import type { EngineConfig } from './config/config.ts'

/** Data of the engine's thread: its settings, and the rate limits that it shares with the process's other shards. */
type EngineThreadData = EngineConfig & { readonly sharedLimits?: SharedLimits }

const config = workerData as EngineThreadData
const port = parentPort
if (port === null) throw new Error('the engine runs in a worker thread')

// No age spans a step of the machine's clock: the next thread has books of its own.
const systemClock = createSystemClock({ ...MACHINE, onStep: endByStep })
const startedAt = systemClock.now()
const post = (message: EngineMessage) => port.postMessage(message)
const log = (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) =>
  post({ kind: 'log', level, event, data })
const takerFee = feeOf(config.fees as FeeOverrides | undefined)
const spotCap = capOf(parseExact(config.caps.spot))
const triCap = capOf(parseExact(config.caps.tri))
const carrySettings = {
  holdDays: config.holdDays,
  cap: config.caps.carry,
  borrowRates: config.borrowRates,
  tiers: config.tiers,
}

/** EXCHANGE_ORIGIN makes the market the demo market, whatever the setting (product-decisions.md 27). */
const isChoosing = config.market === 'auto' && config.exchangeOrigin === null
let choice: Choice = 'undecided'
let live: MarketRun | null = null
let demo: MarketRun | null = null
/** MiB, like the limits of this thread (`engine-thread.ts`). */
const SIMULATOR_ROOM = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1_024 }
const simulator = new SimulatorThread(
  () =>
    new Worker(new URL('./simulator/worker.ts', import.meta.url), {
      workerData: { seed: config.simSeed, symbols: config.simSymbols },
      resourceLimits: SIMULATOR_ROOM,
    }),
)
let recorded: ReplayMarket | null = null
/** The recorder of a source. A replay has no storage: nobody observed its market. */
const recorderOf = (source: LifetimeSource) =>
  new LifetimesRecorder({ store: config.market === 'replay' ? null : episodeFile(config.episodesFolder, source), log })
const recorders = { live: recorderOf('live'), demo: recorderOf('demo') }
const journalOf = config.shard.shardCount === 1 ? {} : { shard: config.shard.shard }
const historyOf = (source: LifetimeSource) =>
  new HistoryRecorder({
    journal:
      config.keepsHistory && config.market !== 'replay' ? historyJournal(config.dataDir, source, journalOf) : null,
    source,
    outlookOf: recorders[source].outlookOf,
    hash: sha256,
    log,
  })
const histories = { live: historyOf('live'), demo: historyOf('demo') }
const publishing = new Publishing(post, shown, startedAt, recorders, config.shard)
const hasMarket = () => live !== null || demo !== null || recorded !== null
const loop = new EngineLoop({
  work: dueWork,
  publishing,
  hasMarket,
  now: () => systemClock.now(),
  stopwatch,
  later: (run) => void setImmediate(run),
})

const shownSource = (): MarketSource => (recorded !== null ? 'replay' : choice === 'demo' ? 'demo' : 'live')

function shown(): ShownMarket {
  const isDeciding = isChoosing && (choice === 'undecided' || choice === 'warming')
  const now = systemClock.now()
  if (recorded !== null) {
    const at = recorded.advance(now)
    return {
      engine: recorded.engine,
      feeds: [],
      changes: new Map(),
      source: 'replay',
      outlookOf: priorOutlook,
      isDeciding,
      spotCap,
      isKeysMarket: false,
      now: at,
    }
  }
  const run = choice === 'demo' ? demo : live
  const { engine, feeds, changes } = (run ?? live ?? demo) as MarketRun
  const { outlookOf } = recorders[choice === 'demo' ? 'demo' : 'live']
  const source = shownSource()
  return { engine, feeds, changes, source, outlookOf, isDeciding, spotCap, isKeysMarket: true, now }
}

/** Handles every opened, changed and closed row of a run; a closing row leaves the list at once. */
function onFinding(source: MarketSource) {
  return (event: FindingEvent) => {
    if (source !== 'replay') histories[source].record(event)
    if (event.event !== 'closed' || source !== shownSource()) return
    publishing.closed(event)
    if (publishing.isRead(event.route.mode)) loop.publishSoon()
  }
}

function makeRun(source: LifetimeSource, origin: string | null): MarketRun {
  return new MarketRun({
    exchanges: config.exchanges,
    protocolOf,
    channelOf: (exchange, market) => LIVE_CHANNELS[exchange][market],
    makeFeed: (exchange, sink, onDailyChanges) =>
      FEEDS[exchange]({
        sink,
        clock: systemClock,
        random: systemRandom,
        origin,
        dataDir: config.dataDir,
        // Each thread has its own simulated exchanges, which count only its requests.
        sharedLimits: origin === config.exchangeOrigin ? config.sharedLimits : undefined,
        log,
        onDailyChanges,
      }),
    identify,
    takerFee,
    spotCap,
    triCap,
    carry: carryOptions(carrySettings, true),
    episodes: recorders[source],
    shard: config.shard,
    onFinding: onFinding(source),
    log,
  })
}

function protocolOf(exchange: ExchangeId) {
  const protocol = PROTOCOLS.find((one) => one.exchange === exchange)
  if (protocol === undefined) throw new Error(`no protocol for ${exchange}`)
  return protocol
}

/** Starts the demo market: simulated exchanges in a thread of their own, and feeds connected to them by socket. */
function startDemo(): void {
  simulator.start((market) => {
    demo = makeRun('demo', market.origin)
    demo.start()
    post({ kind: 'demo-market', market })
  })
}

async function stopDemo(): Promise<void> {
  const ended = demo
  demo = null
  post({ kind: 'demo-market', market: null })
  await ended?.stop()
  await simulator.end()
}

/** Nothing of the demo market is kept once the market is live (product-decisions.md 27). */
function dropDemo(): void {
  recorders.demo.drop()
  histories.demo.drop()
}

/** Advances the choice of `auto`. The demo market's rows close before the first live row is shown. */
function chooseSource(now: number): void {
  const next = choose(choice, now - startedAt, live?.isLive(now) === true)
  if (next === choice) return
  if (next === 'warming') startDemo()
  if (next === 'demo' && demo === null) return
  if (next === 'live') {
    demo?.engine.end('down', now)
    void stopDemo().catch((error) => log('error', 'demo-stop-failed', { error: String(error) }))
  }
  if (next === 'live') dropDemo()
  // An unfinished publication is of the former market.
  loop.giveUp()
  choice = next
  if (next === 'demo' || next === 'live') log('info', 'market-source', { source: next })
}

/** The work of a tick: what is due by the clock, then the deferred evaluations. */
function* dueWork(): Generator<void, void, void> {
  const now = systemClock.now()
  if (isChoosing) chooseSource(now)
  const runs = [live, demo]
  for (const run of runs) if (run !== null) yield* run.ticking(now)
  recorders.live.tick(now)
  recorders.demo.tick(now)
  // Captures what is published after this tick now, and what nobody reads when history wants a point.
  const modes = publishing.isDue(now) ? publishing.modes : []
  for (const run of runs) if (run !== null) yield* run.engine.evaluatingDeferred(() => systemClock.now(), modes)
  yield* histories.live.writing(now)
  yield* histories.demo.writing(now)
}

async function stop(): Promise<void> {
  clearInterval(ticking)
  live?.engine.stopped()
  demo?.engine.stopped()
  const now = systemClock.now()
  const written = [recorders.live, recorders.demo, histories.live, histories.demo].map((one) => one.stop(now))
  await Promise.all([...written, live?.stop(), stopDemo()])
  port?.close()
}

if (config.market === 'replay') {
  const lines = inOrder(config.replayFiles.map((path) => parseRecording(path, readFileSync(path, 'utf8'))))
  // In a recording facts hold until the next facts of their kind.
  const carry = carryOptions(carrySettings, false)
  const { shard } = config
  const onReplayFinding = onFinding('replay')
  const options = {
    protocols: PROTOCOLS,
    identify,
    takerFee,
    spotCap,
    triCap,
    carry,
    shard,
    onFinding: onReplayFinding,
  }
  recorded = new ReplayMarket(lines, options, config.replaySpeed, startedAt)
} else if (config.exchangeOrigin !== null) {
  choice = 'demo'
  demo = makeRun('demo', config.exchangeOrigin)
  demo.start()
} else if (config.market === 'demo') {
  choice = 'demo'
  startDemo()
} else {
  choice = config.market === 'live' ? 'live' : 'undecided'
  if (choice === 'live') dropDemo()
  live = makeRun('live', null)
  live.start()
}

const ticking = setInterval(() => loop.tick(), TICK_EVERY_MS)
port.on('message', (request: EngineRequest) => {
  if (request.kind === 'stop')
    void stop().catch((error) => log('error', 'engine-stop-failed', { error: String(error) }))
  else if (request.kind === 'viewers') publishing.viewers(request.modes)
  else if (hasMarket()) publishing.answer(request, systemClock.now())
  if (hasMarket() && publishing.isDue(systemClock.now())) loop.publishSoon()
})
