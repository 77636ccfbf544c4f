// The engine of a planted market in a thread of its own, joined as `engine.worker.ts` joins it, without feeds: every
// coin pays on each of its routes from the start on, and all books are moved by hand at a steady rate.
import { readlinkSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { BookSlot, EXCHANGES, type ExchangeId, parseExact } from '@makas/domain'
import { historyJournal } from '../../apps/server/src/adapters/archive/history-journal.ts'
import { episodeFile } from '../../apps/server/src/adapters/system/files/episode-file.ts'
import { sha256 } from '../../apps/server/src/adapters/system/secrets/secret-texts.ts'
import { createSystemClock, stopwatch } from '../../apps/server/src/adapters/system/system-clock.ts'
import type { EngineMessage, EngineRequest } from '../../apps/server/src/app/engine-protocol/messages.ts'
import { HistoryRecorder } from '../../apps/server/src/app/history/history-recorder.ts'
import { carryOptions, DEFAULT_CARRY } from '../../apps/server/src/app/market/detect/carry-settings.ts'
import { DEFAULT_SPOT_CAP, DEFAULT_TRI_CAP } from '../../apps/server/src/app/market/detect/default-caps.ts'
import { EngineLoop, TICK_EVERY_MS } from '../../apps/server/src/app/market/engine-loop.ts'
import { capOf } from '../../apps/server/src/app/market/legs/identify.ts'
import { LifetimesRecorder } from '../../apps/server/src/app/market/lifetimes/lifetimes-recorder.ts'
import { Publishing } from '../../apps/server/src/app/market/publish/publishing.ts'
import { instrument, Stage } from '../../apps/server/src/app/market/testing/stage.ts'
import { type PlantedMarket, TOLD } from './planted-market.ts'

const { coins, movesPerSecond, folder, onlyMoves, told } = workerData as PlantedMarket
const port = parentPort
if (port === null) throw new Error('the planted engine runs in a worker thread')

/** Levels of a side. The first two pay; a change deep in the book moves one of the others. */
const LEVELS = 20
/** One move in this many changes the size at the best price: the others lie deeper (decision 0008). */
const TOP_EVERY = 4
/** Interval at which all due moves are made at once, ms. */
const MOVE_EVERY_MS = 10
const MARKS_EVERY_MS = 5_000
/** Prices of a coin: each exchange is dearer than the one before by more than both fees. */
const PRICE: Readonly<Record<ExchangeId, number>> = { binance: 100, okx: 100.5, bybit: 101, kraken: 101.5 }
const BTC = 50_000
/**
 * A coin in BTC is cheaper than its price in USDT over Bitcoin's by this factor: more than the three fees of a cycle.
 */
const CHEAPER = 0.994
const CYCLES_ON: readonly ExchangeId[] = ['binance', 'okx']
const PERP_ON: ExchangeId = 'okx'

type Planted = { readonly slot: BookSlot; readonly bid: number; readonly ask: number; seq: number }

const clock = createSystemClock()
const post = (message: EngineMessage) => port.postMessage(message)
const log = (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) =>
  post({ kind: 'log', level, event, data })
const recorder = new LifetimesRecorder({ store: episodeFile(folder, 'demo'), log })
const recorders = { live: new LifetimesRecorder({ store: null, log }), demo: recorder }
const history = new HistoryRecorder({
  journal: historyJournal(folder, 'demo'),
  source: 'demo',
  outlookOf: recorder.outlookOf,
  hash: sha256,
  log,
})
const stage = new Stage({
  spotCap: capOf(parseExact(DEFAULT_SPOT_CAP)),
  triCap: capOf(parseExact(DEFAULT_TRI_CAP)),
  carry: carryOptions(DEFAULT_CARRY, true),
  conflates: true,
  episodes: recorder,
  openSlot: (exchange, market, symbol) =>
    new BookSlot(exchange, market, symbol, { depth: 50, visibleDepth: 50, keepsTexts: false }),
  onFinding: (event) => {
    if (onlyMoves) return
    history.record(event)
    if (event.event !== 'closed') return
    publishing.closed(event)
    if (publishing.isRead(event.route.mode)) loop.publishSoon()
  },
})
const { engine } = stage
const startedAt = clock.now()
const publishing = new Publishing(
  post,
  () => ({
    engine,
    feeds: [],
    changes: new Map(),
    source: 'demo',
    outlookOf: recorder.outlookOf,
    isDeciding: false,
    spotCap: capOf(parseExact(DEFAULT_SPOT_CAP)),
    isKeysMarket: true,
    now: clock.now(),
  }),
  startedAt,
  recorders,
)
const loop = new EngineLoop({
  work: dueWork,
  publishing,
  hasMarket: () => true,
  now: () => clock.now(),
  stopwatch,
  later: (run) => void setImmediate(run),
})

function* dueWork(): Generator<void, void, void> {
  const now = clock.now()
  yield* engine.ticking(now)
  recorder.tick(now)
  yield* engine.evaluatingDeferred(() => clock.now(), publishing.isDue(now) ? publishing.modes : [])
  yield* history.writing(now)
}

const books: Planted[] = []

function plant(exchange: ExchangeId, base: string, quote: string, market: 'spot' | 'perp', middle: number): void {
  const one = instrument(exchange, base, quote, { market, lotStep: parseExact('0.001') })
  stage.list(one)
  // Whole numbers of 10^-8.
  const at = Math.round(middle * 1e8)
  const spread = Math.max(1, Math.round(at / 20_000))
  books.push({ slot: stage.slot(exchange, one.symbol, market), bid: at - spread, ask: at + spread, seq: 0 })
}

for (const exchange of CYCLES_ON) plant(exchange, 'BTC', 'USDT', 'spot', BTC)
for (let index = 0; index < coins; index++) {
  const base = `COIN${index}`
  for (const exchange of EXCHANGES) plant(exchange, base, 'USDT', 'spot', PRICE[exchange])
  for (const exchange of CYCLES_ON) plant(exchange, base, 'BTC', 'spot', (PRICE[exchange] / BTC) * CHEAPER)
  plant(PERP_ON, base, 'USDT', 'perp', PRICE[PERP_ON] * 1.001)
}
const perps = Array.from({ length: coins }, (_, index) => `COIN${index}USDT`)

function marks(now: number): void {
  const mark = parseExact(`${PRICE[PERP_ON]}`)
  engine.frame(now, () => {
    for (const symbol of perps) engine.sink(PERP_ON).fact(PERP_ON, { kind: 'mark', symbol, mark, index: null })
  })
}

function begin(now: number): void {
  engine.tick(now)
  for (const symbol of perps) {
    const rates = Array.from({ length: 21 }, (_, index) => ({
      time: now - (index + 1) * 8 * 3_600_000,
      rate: parseExact('0.0003'),
    }))
    stage.fact(now, PERP_ON, { kind: 'settled', symbol, rates }, { kind: 'interval', symbol, hours: 8 })
  }
  marks(now)
  for (const planted of books) {
    const { slot, bid, ask } = planted
    slot.beginSnapshot()
    const { book } = slot
    for (let rank = 0; rank < LEVELS; rank++) {
      const step = Math.max(1, Math.round(bid / 2_000)) * rank
      book.set(book.bids, bid - step, 8, 1_000 + rank, 3)
      book.set(book.asks, ask + step, 8, 1_000 + rank, 3)
    }
    if (!slot.applied('snapshot', now, now, ++planted.seq)) throw new Error('a planted book is crossed')
    engine.sink(slot.exchange).touched(slot, true)
  }
}

let moves = 0

/** Changes one book as a delta does: another size at one level of each side. */
function move(now: number): void {
  const planted = books[moves % books.length] as Planted
  const turn = Math.floor(moves / books.length)
  moves++
  const { slot, bid, ask } = planted
  const isTop = turn % TOP_EVERY === 0
  const rank = isTop ? 0 : 1 + (turn % (LEVELS - 1))
  const step = Math.max(1, Math.round(bid / 2_000)) * rank
  const size = 900 + ((turn * 37) % 200)
  const { book } = slot
  book.set(book.bids, bid - step, 8, size, 3)
  book.set(book.asks, ask + step, 8, size, 3)
  slot.applied('delta', now, now, ++planted.seq)
  engine.sink(slot.exchange).touched(slot, isTop)
}

begin(clock.now())
engine.evaluateDeferred(clock.now())
told[TOLD.tid] = Number(readlinkSync('/proc/thread-self').split('/')[2])
told[TOLD.books] = books.length
const movingSince = stopwatch()
let markedAt = movingSince
setInterval(() => {
  const at = stopwatch()
  const now = clock.now()
  const due = Math.floor(((at - movingSince) * movesPerSecond) / 1_000)
  told[TOLD.overdue] = due - moves
  while (moves < due) move(now)
  told[TOLD.moves] = moves
  told[TOLD.rows] = engine.open.size
  if (at - markedAt < MARKS_EVERY_MS) return
  markedAt = at
  marks(now)
}, MOVE_EVERY_MS)
// A thread that only moves the books must tell the engine the time too.
setInterval(() => (onlyMoves ? engine.tick(clock.now()) : loop.tick()), TICK_EVERY_MS)

port.on('message', (request: EngineRequest) => {
  if (request.kind === 'stop') port.close()
  else if (request.kind === 'viewers') publishing.viewers(request.modes)
  else publishing.answer(request, clock.now())
  if (publishing.isDue(clock.now())) loop.publishSoon()
})
