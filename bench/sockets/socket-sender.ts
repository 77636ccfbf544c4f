// The sender of the socket benchmark, a separate process: replays frames made beforehand at a steady rate, each when it
// is due; a timer would send all frames of a millisecond at once. A delayed sender catches up at no more than twice the
// pace, since exchanges send no such bursts; the delay counts in the latency from the moment a frame was due.
// Connections at `/<number>`, as many as the server would open. A message over the process channel starts a run. The
// answer at its end says when it began and when each frame was sent, through which connection.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { EXCHANGES } from '@makas/domain'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Sent } from '../figures/latencies.ts'
import { pause, sharedNow } from '../figures/measure.ts'
import { connectionsOf } from '../traffic/connections.ts'
import { type BenchFrame, roundRobin } from '../traffic/frame.ts'
import { manySymbols } from '../traffic/many-symbols.ts'

const [pairs = 0, count = 0, perSecond = 0] = process.argv.slice(2).map(Number)
/** Frames made for each frame sent: the quietest exchange makes a sixth of all, and a quarter is taken from each. */
const ENOUGH = 1.6
const { frames: made, books } = manySymbols(pairs, Math.ceil(count * ENOUGH))
// One frame of each exchange in turns, as performance.md says.
const byExchange = EXCHANGES.map((exchange) => made.filter((frame) => frame.exchange === exchange))
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

/** Most frames sent between two pauses: twice the number that falls due in a pause of real length. */
const MOST_AT_ONCE = 8
/** Pause between two sends, ms: shorter than a timer's, and it leaves the processor to others. */
const PAUSE_MS = 0.02

async function replay(): Promise<void> {
  const beganAt = sharedNow()
  for (let next = 0; next < frames.length; ) {
    const dueNow = Math.ceil(((sharedNow() - beganAt) * perSecond) / 1_000)
    const due = Math.min(frames.length, next + MOST_AT_ONCE, dueNow)
    for (; next < due; next++) {
      sentAt[next] = sharedNow()
      sockets[connections[next] as number]?.send((frames[next] as BenchFrame).bytes, { binary: false })
    }
    pause(PAUSE_MS)
    await turn()
  }
  const sent: Sent = { beganAt, perSecond, ms: sharedNow() - beganAt, sentAt, connections }
  process.send?.(sent)
}

process.on('message', () => void replay())
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready', port: (server.address() as AddressInfo).port })
