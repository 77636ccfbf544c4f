// A sender of the flood benchmark, a separate process: frames made beforehand, as the bytes that the WebSocket protocol
// sends, each due at a steady rate. All due frames of a connection are sent in one write. A message over the process
// channel starts a step. The answers say how the step went and which books its frames end with, read here without any
// socket.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createPlain } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { cpuMicros, pause, sharedNow } from '../figures/measure.ts'
import { OwnBooks } from '../sides/own-books.ts'
import { connectionsOf } from '../traffic/connections.ts'
import { type BenchFrame, nameOf } from '../traffic/frame.ts'
import { floodTraffic, type SenderReady, type StepSent } from './flood.ts'

const [kind = '', size = '', most = '', few = ''] = process.argv.slice(2)
const traffic = floodTraffic(kind, Number(size), Number(most))
const { frames, books } = traffic
if (frames.length < Number(most)) throw new Error(`${frames.length} frames are fewer than ${most}`)
const { exchanges, numberOf } = connectionsOf(books)
const numbers = new Map(books.map(({ exchange, symbol }) => [nameOf(exchange, symbol), numberOf(exchange, symbol)]))
const connections = Uint16Array.from(frames, ({ exchange, symbol }) => numbers.get(nameOf(exchange, symbol)) ?? -1)

/** Bytes of all frames of a connection, one after the other. */
const bytes = exchanges.map(() => [] as Uint8Array[])
/** By frame: its end in its connection's bytes. */
const ends = new Float64Array(frames.length)
const lengths = new Float64Array(exchanges.length)
for (const [at, frame] of frames.entries()) {
  const connection = connections[at] as number
  const head = headOf(frame.bytes.length)
  bytes[connection]?.push(head, frame.bytes)
  lengths[connection] = (lengths[connection] as number) + head.length + frame.bytes.length
  ends[at] = lengths[connection] as number
}
const wires = bytes.map((parts) => Buffer.concat(parts))
bytes.length = 0

/** The head of an unfragmented, unmasked text frame. */
function headOf(length: number): Uint8Array {
  if (length < 126) return Uint8Array.of(0x81, length)
  if (length < 65_536) return Uint8Array.of(0x81, 126, length >> 8, length & 0xff)
  const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 6)
  return head
}

/** A key and a certificate that signs itself, for 127.0.0.1 and one day. */
function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'makas-flood-'))
  const [keyout, out] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kindOfKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1']
  try {
    execFileSync('openssl', ['req', '-x509', ...kindOfKey, ...names, '-keyout', keyout, '-out', out], { stdio: 'pipe' })
    return { key: readFileSync(keyout), cert: readFileSync(out) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const sockets: Duplex[] = []
const identity = selfSigned()
const servers = [createPlain(), createSecure(identity)]
for (const server of servers) {
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (client, request) => {
    sockets[Number(request.url?.slice(1))] = request.socket
    // Requests and pings need an answer of any kind, or the connection counts as dead.
    client.on('message', () => client.ping())
    client.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
const [plain = 0, secure = 0] = servers.map((server) => (server.address() as AddressInfo).port)

/** Pause between two looks for due frames, ms. */
const PAUSE_MS = 1

async function send({ perSecond, count }: { perSecond: number; count: number }): Promise<void> {
  const sentAt = new Float64Array(count)
  const from = new Float64Array(exchanges.length)
  const to = new Float64Array(exchanges.length)
  const cpu = cpuMicros()
  const beganAt = sharedNow()
  let writes = 0
  for (let next = 0; next < count; ) {
    const now = sharedNow()
    const due = Math.min(count, Math.floor(((now - beganAt) * perSecond) / 1_000))
    for (; next < due; next++) {
      to[connections[next] as number] = ends[next] as number
      sentAt[next] = now
    }
    for (const [connection, wire] of wires.entries()) {
      const [begin = 0, end = 0] = [from[connection], to[connection]]
      if (end <= begin) continue
      sockets[connection]?.write(wire.subarray(begin, end))
      from[connection] = end
      writes++
    }
    await turn()
    pause(PAUSE_MS)
  }
  const ms = sharedNow() - beganAt
  const unsent = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0)
  const core = (cpuMicros() - cpu) / 1_000 / ms
  const sent: StepSent = { beganAt, ms, sentAt, connections: connections.slice(0, count), writes, unsent, core }
  process.send?.(sent)
}

/** Reads the first `count` frames into books. */
const reference = new OwnBooks(traffic, false)
function finalBooks(count: number): void {
  reference.begin(traffic)
  for (let at = 0; at < count; at++) reference.take(frames[at] as BenchFrame)
  process.send?.(books.map(({ exchange, symbol }) => reference.topOf(exchange, symbol)))
}

process.on('message', (step: { what: 'send' | 'books'; perSecond: number; count: number }) => {
  if (step.what === 'send') void send(step)
  else finalBooks(step.count)
})
process.on('disconnect', () => process.exit(0))
const moving = [...new Set(frames.slice(0, Number(few)).map(({ exchange, symbol }) => nameOf(exchange, symbol)))]
const mean = frames.reduce((sum, frame) => sum + frame.bytes.length, 0) / frames.length
const ready: SenderReady = { plain, secure, cert: identity.cert.toString(), moving, meanBytes: mean }
process.send?.(ready)
