// The sender of the socket benchmark, a process of its own: replays frames that were made beforehand at a steady rate,
// each when it is due; a timer would send those of a millisecond at once.
// One connection an exchange at `/<exchange>`; `go` over the process channel starts a run, `sent` answers its end.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { simulatedTraffic } from './traffic/simulated.ts'

const [coins = 0, perExchange = 0, perSecond = 0] = process.argv.slice(2).map(Number)
const { frames } = simulatedTraffic({ coins, perExchange })
const sockets = new Map<string, WebSocket>()
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket, request) => sockets.set(request.url?.slice(1) ?? '', socket))
await once(server, 'listening')

/** Shorter than a timer can be, and unlike a loop without any pause it leaves the processor to the others. */
const PAUSE_MS = 0.02
const never = new Int32Array(new SharedArrayBuffer(4))

async function replay(): Promise<void> {
  const began = performance.now()
  for (let next = 0; next < frames.length; ) {
    const due = Math.min(frames.length, Math.ceil(((performance.now() - began) * perSecond) / 1_000))
    for (; next < due; next++) {
      const frame = frames[next]
      if (frame !== undefined) sockets.get(frame.exchange)?.send(frame.bytes, { binary: false })
    }
    Atomics.wait(never, 0, 0, PAUSE_MS)
    await turn()
  }
  process.send?.({ kind: 'sent', count: frames.length, ms: performance.now() - began })
}

process.on('message', () => void replay())
process.on('disconnect', () => process.exit(0))
process.send?.({ kind: 'ready', port: (server.address() as AddressInfo).port })
