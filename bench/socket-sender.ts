// The sender of the socket benchmark, a process of its own: replays frames that were made beforehand at a steady rate,
// each when it is due; a timer would send those of a millisecond at once. A sender that was kept waiting itself makes
// up for it at twice the pace: exchanges have no such stalls, and what the reader is measured by is its own doing.
// Connections at `/<number>`, as many as the server would open; `go` over the process channel starts a run, `sent`
// answers its end and says when each frame was sent, through which connection.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { EXCHANGES } from '@makas/domain'
import { type WebSocket, WebSocketServer } from 'ws'
import { pause, sharedNow } from './measure.ts'
import { connectionsOf } from './traffic/connections.ts'
import { type BenchFrame, roundRobin } from './traffic/frame.ts'
import { manySymbols } from './traffic/many-symbols.ts'

const [pairs = 0, count = 0, perSecond = 0] = process.argv.slice(2).map(Number)
/** The quietest exchange sends a sixth of all frames, and as many are taken from each. */
const ENOUGH = 1.6
const { frames: told, books } = manySymbols(pairs, Math.ceil(count * ENOUGH))
// From each exchange in turns, as performance.md has it.
const byExchange = EXCHANGES.map((exchange) => told.filter((frame) => frame.exchange === exchange))
const frames = roundRobin(byExchange).slice(0, count)
if (frames.length < count) throw new Error(`${frames.length} frames are fewer than ${count}`)
const { numberOf } = connectionsOf(books)
const connections = Uint16Array.from(frames, ({ exchange, symbol }) => numberOf(exchange, symbol))
const sentAt = new Float64Array(frames.length)
const sockets: WebSocket[] = []
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket, request) => {
  sockets[Number(request.url?.slice(1))] = socket
})
await once(server, 'listening')

/** Twice what is due in one pause as it really is. */
const MOST_AT_ONCE = 8
/** Shorter than a timer can be, and unlike a loop without any pause it leaves the processor to the others. */
const PAUSE_MS = 0.02

async function replay(): Promise<void> {
  const began = performance.now()
  for (let next = 0; next < frames.length; ) {
    const dueNow = Math.ceil(((performance.now() - began) * perSecond) / 1_000)
    const due = Math.min(frames.length, next + MOST_AT_ONCE, dueNow)
    for (; next < due; next++) {
      sentAt[next] = sharedNow()
      sockets[connections[next] as number]?.send((frames[next] as BenchFrame).bytes, { binary: false })
    }
    pause(PAUSE_MS)
    await turn()
  }
  process.send?.({ kind: 'sent', ms: performance.now() - began, sentAt, connections })
}

process.on('message', () => void replay())
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready', port: (server.address() as AddressInfo).port })
