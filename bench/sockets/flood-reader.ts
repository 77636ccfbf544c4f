// The engine's half of the flood benchmark, in a worker thread as in the server: the server's own sockets, connections,
// readers, books, detection and engine loop. Notes when each frame has been applied and looked at.
import { setDefaultCACertificates } from 'node:tls'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { WHOLE } from '@makas/domain'
import { openSocket } from '../../apps/server/src/adapters/exchanges/_shared/socket/socket.ts'
import { sharedNow } from '../figures/measure.ts'
import { runEngineThread } from '../sides/engine-thread.ts'
import { OwnBooks } from '../sides/own-books.ts'
import { connectionsOf } from '../traffic/connections.ts'
import { nameOf } from '../traffic/frame.ts'
import { threadNumber } from './cores.ts'
import { floodTraffic, type StepRead } from './flood.ts'

export type ReaderData = {
  readonly kind: string
  readonly size: number
  readonly most: number
  readonly origin: string
  readonly cert: string
  readonly moving: readonly string[]
  readonly states: MessagePort
}
const { kind, size, most, origin, cert, moving, states } = workerData as ReaderData
const main = parentPort
if (main === null) throw new Error('the reader runs in a worker thread')
setDefaultCACertificates([cert])
const traffic = floodTraffic(kind, size, 0)
const books = new OwnBooks(traffic, true, WHOLE, true)
const { exchanges, numberOf } = connectionsOf(traffic.books)
const moves = new Set(moving)
/** End of each frame, ascending, ms of the shared clock. */
const endedAt = new Float64Array(most)
/** Number of each frame's connection, in the same order. */
const connections = new Uint16Array(most)
let count = 0
let cpu = 0

const opened = exchanges.map((exchange, connection) => {
  const own = traffic.books.filter(
    (book) => book.exchange === exchange && numberOf(exchange, book.symbol) === connection,
  )
  const names = own.map(({ symbol }) => symbol).filter((symbol) => moves.has(nameOf(exchange, symbol)))
  return new Promise<void>((resolve) => {
    books.connect(exchange, `${origin}/${connection}`, new Set(names), (url, events) =>
      openSocket(url, {
        ...events,
        opened() {
          events.opened()
          resolve()
        },
        frame(bytes, isBinary) {
          events.frame(bytes, isBinary)
          connections[count] = connection
          endedAt[count++] = sharedNow()
        },
      }),
    )
  })
})
await Promise.all(opened)
runEngineThread(books, states)

const cpuNow = () => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}
main.on('message', (question: 'begin' | 'count' | 'read' | 'books') => {
  if (question === 'begin') {
    // Resets all books and keeps the compiled code, as in a server that runs for days.
    books.begin(traffic)
    count = 0
    globalThis.gc?.()
    cpu = cpuNow()
    main.postMessage('begun')
  } else if (question === 'count') main.postMessage(count)
  else if (question === 'read') {
    const read: StepRead = {
      endedAt: endedAt.slice(0, count),
      connections: connections.slice(0, count),
      cpu: cpuNow() - cpu,
      findings: books.findings,
    }
    main.postMessage(read)
  } else main.postMessage(traffic.books.map(({ exchange, symbol }) => books.topOf(exchange, symbol)))
})
main.postMessage({
  thread: threadNumber(),
  books: traffic.books.length,
  routes: books.engine?.routes.length ?? 0,
  connections: exchanges.length,
})
