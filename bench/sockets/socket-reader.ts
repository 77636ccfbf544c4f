// The engine's half of the socket benchmark, in a worker thread as in the server: reads frames from loopback sockets
// and notes the time of each frame from the arrival of its bytes in the process to the end of its detection.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { sharedNow } from '../figures/measure.ts'
import { runEngineThread } from '../sides/engine-thread.ts'
import { OwnBooks } from '../sides/own-books.ts'
import { connectionsOf } from '../traffic/connections.ts'
import type { BenchFrame } from '../traffic/frame.ts'
import { manySymbols } from '../traffic/many-symbols.ts'
import { socketPlaces } from '../traffic/simulated.ts'
import { threadNumber } from './cores.ts'

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
let count = 0
/** False in every other run: frames are received and not read, which shows the machine's own share of the latency. */
let isWorking = true

for (const [connection, exchange] of exchanges.entries()) {
  const endpoint = places[exchange]
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
    const frame: BenchFrame = { exchange, endpoint, symbol: '', bytes: data as Buffer, fresh: false }
    if (isWorking) books.take(frame)
    const now = sharedNow()
    latencies[count] = (now - arrivedAt) * 1_000
    endedAt[count] = now
    connections[count++] = connection
  })
  await once(socket, 'open')
}

runEngineThread(books, states)
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
  routes: books.engine?.routes.length ?? 0,
  connections: exchanges.length,
})
