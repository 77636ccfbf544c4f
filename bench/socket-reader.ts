// The engine's half of the socket benchmark, in a worker thread as in the server: reads frames from loopback sockets
// and notes the time of each frame from the arrival of its bytes in the process to the end of its detection.
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { basename } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { MODES } from '@makas/domain'
import { WebSocket } from 'ws'
import type { MarketEngine } from '../apps/server/src/app/market/engine/market-engine.ts'
import { EngineLoop, TICK_EVERY_MS } from '../apps/server/src/app/market/engine-loop.ts'
import { LifetimesRecorder } from '../apps/server/src/app/market/lifetimes/lifetimes-recorder.ts'
import { Publishing, type ShownMarket } from '../apps/server/src/app/market/publish/publishing.ts'
import { sharedNow } from './measure.ts'
import { OwnBooks } from './sides/own-books.ts'
import { connectionsOf } from './traffic/connections.ts'
import type { BenchFrame } from './traffic/frame.ts'
import { manySymbols } from './traffic/many-symbols.ts'
import { socketPlaces } from './traffic/simulated.ts'

/** The system's id of this thread; null on other systems than Linux. */
function threadNumber(): string | null {
  return process.platform === 'linux' ? basename(readlinkSync('/proc/thread-self')) : null
}

/** Time between two states frozen for visitors, with their evidence; `LIMITS.visitorFreezeMs` of the contract. */
const FREEZE_MS = 5_000
type Data = { port: number; pairs: number; most: number; states: MessagePort }
const { port, pairs, most, states } = workerData as Data
const main = parentPort
if (main === null) throw new Error('the reader runs in a worker thread')
// The sender's markets without their frames after the snapshots. Without times the clock goes by a frame's number.
const { times: _, ...traffic } = manySymbols(pairs, 0)
const places = socketPlaces()
const { exchanges } = connectionsOf(traffic.books)
const latencies = new Float64Array(most)
/** By frame: when its detection ended, ms of the shared clock. */
const endedAt = new Float64Array(most)
/** By frame: number of its connection. */
const connections = new Uint16Array(most)
const books = new OwnBooks(traffic, true)
const engine = books.engine as MarketEngine
let count = 0
/** False in every other run: frames are received and not read, which shows the machine's own share of the latency. */
let isWorking = true

for (const [connection, exchange] of exchanges.entries()) {
  const at = places[exchange]
  // The options of the server's own sockets.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${connection}`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  let arrivedAt = 0
  socket.once('upgrade', ({ socket: stream }: { socket: Socket }) => {
    stream.prependListener('data', () => {
      arrivedAt = sharedNow()
    })
  })
  socket.on('message', (data) => {
    const frame: BenchFrame = { exchange, at, symbol: '', bytes: data as Buffer, fresh: false }
    if (isWorking) books.take(frame)
    const now = sharedNow()
    latencies[count] = (now - arrivedAt) * 1_000
    endedAt[count] = now
    connections[count++] = connection
  })
  await once(socket, 'open')
}

// As in the server's engine thread: ticks, publications and evidence in time slices between the frames.
const recorder = new LifetimesRecorder({ store: null, log: () => undefined })
const shown = (): ShownMarket => ({
  engine,
  feeds: [],
  changes: new Map(),
  source: 'demo',
  outlookOf: recorder.outlookOf,
  isDeciding: false,
  spotCap: () => null,
  isKeysMarket: false,
  now: books.now,
})
const recorders = { live: recorder, demo: recorder }
const publishing = new Publishing((message) => states.postMessage(message), shown, books.now, recorders)
const loop = new EngineLoop({
  work: function* () {
    yield* engine.ticking(books.now)
    yield* engine.evaluatingDeferred(() => books.now)
  },
  publishing,
  hasMarket: () => true,
  now: () => books.now,
  stopwatch: () => performance.now(),
  later: (run) => void setImmediate(run),
})
// A row that closes leaves the list at once.
books.onFinding = (event) => {
  if (event.event !== 'closed') return
  publishing.closed(event)
  loop.publishSoon()
}
publishing.readers(MODES)
setInterval(() => loop.tick(), TICK_EVERY_MS)
setInterval(() => publishing.answer({ kind: 'freeze' }, books.now), FREEZE_MS)
main.on('message', (question: 'count' | 'work' | 'rest') => {
  if (question === 'count') main.postMessage({ count, findings: books.findings })
  else {
    const taken = {
      latencies: latencies.slice(0, count),
      endedAt: endedAt.slice(0, count),
      connections: connections.slice(0, count),
    }
    count = 0
    isWorking = question === 'work'
    // Resets all books and keeps the compiled code, as in a server that runs for days.
    books.begin(traffic)
    globalThis.gc?.()
    main.postMessage(taken)
  }
})
main.postMessage({
  thread: threadNumber(),
  books: traffic.books.length,
  routes: engine.routes.length,
  connections: exchanges.length,
})
