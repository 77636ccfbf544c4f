// The engine's half of the socket benchmark, in a thread of its own as in the server: reads frames from loopback
// sockets and notes for each how long it took from its bytes' arrival in the process to the end of its detection.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { EXCHANGES } from '@makas/domain'
import { WebSocket } from 'ws'
import { inTurns } from '../apps/server/src/app/market/in-turns.ts'
import type { MarketEngine } from '../apps/server/src/app/market/market-engine.ts'
import { OwnBooks } from './sides/own-books.ts'
import type { BenchFrame } from './traffic/frame.ts'
import { tell } from './traffic/simulated.ts'

const BEAT_MS = 100
const LATE_MS = 50
const { port, coins, seed, most } = workerData as { port: number; coins: number; seed: number; most: number }
const main = parentPort
if (main === null) throw new Error('the reader runs in a worker thread')
// The setup is the same for the same seed; the sender alone needs what follows.
const told = tell(seed, coins, () => true)
const traffic = { ...told, name: 'simulated' as const, frames: [] }
const latencies = new Float64Array(most)
let books = new OwnBooks(traffic, true)
let count = 0
let isBeating = false
/** In every other run frames are received and nothing is done with them: what remains is the machine's own doing. */
let isWorking = true

for (const exchange of EXCHANGES) {
  const at = told.sockets[exchange]
  // As the server's sockets are opened.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${exchange}`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  })
  let arrivedAt = 0
  socket.once('upgrade', ({ socket: stream }: { socket: Socket }) => {
    stream.prependListener('data', () => {
      arrivedAt = performance.now()
    })
  })
  socket.on('message', (data) => {
    const frame: BenchFrame = { exchange, at, symbol: '', bytes: data as Buffer, fresh: false }
    if (isWorking) books.take(frame)
    latencies[count++] = (performance.now() - arrivedAt) * 1_000
  })
  await once(socket, 'open')
}

/** As the engine of the server: what waits is accounted for in turns, between frames. */
function beat(): void {
  const { engine, now } = books
  if (isBeating || engine === null) return
  isBeating = true
  const work = beatOf(engine, now)
  inTurns({
    piece: () => work.next().done !== true,
    done: () => {
      isBeating = false
    },
    lateMs: LATE_MS,
    now: () => performance.now(),
    later: (run) => void setImmediate(run),
  })
}

function* beatOf(engine: MarketEngine, now: number): Generator<void, void, void> {
  yield* engine.ticking(now)
  yield* engine.settling(() => books.now)
}

setInterval(beat, BEAT_MS)
main.on('message', (question: 'count' | 'work' | 'rest') => {
  if (question === 'count') main.postMessage({ count, findings: books.findings })
  else {
    const taken = latencies.slice(0, count)
    count = 0
    isWorking = question === 'work'
    books = new OwnBooks(traffic, true)
    globalThis.gc?.()
    main.postMessage({ latencies: taken })
  }
})
main.postMessage('ready')
