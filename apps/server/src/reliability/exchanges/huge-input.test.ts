import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, type TestContext, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import type { Meeting } from '../testing/load/hostile-reader.ts'

const READER = join(import.meta.dirname, '..', 'testing', 'load', 'hostile-reader.ts')
const MIB = 1024 * 1024
const HUGE = 64 * MIB
const MOST_RISEN = 32 * MIB
const CUT_WITHIN_MS = 30_000
const SPACES = Buffer.alloc(MIB, ' ')
/** Fixed GUID of the WebSocket handshake (RFC 6455 § 1.3). */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const FIN = 0x80
/** Bit RSV1: the message is compressed, where permessage-deflate was negotiated (RFC 7692 § 6). */
const COMPRESSED = 0x40
const TEXT = 1
const CONTINUATION = 0
const CLOSE = 8

/** Makes an unmasked frame, as servers send them. `length`: as the header claims; by default the payload's. */
function frame(bits: number, payload: Buffer, length = payload.length): Buffer {
  const header = Buffer.alloc(10)
  header[0] = bits
  header[1] = 127
  header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, payload])
}

/** Writes `bytes` bytes, or fewer if the other side closes. */
async function pour(to: Duplex | ServerResponse, bytes: number, chunk: Buffer = SPACES): Promise<void> {
  for (let written = 0; written < bytes && !to.destroyed; written += chunk.length) {
    if (to.write(chunk)) continue
    await new Promise<void>((resolve) => {
      const goOn = () => {
        to.off('drain', goOn).off('close', goOn)
        resolve()
      }
      to.once('drain', goOn).once('close', goOn)
    })
  }
}

type Hostility = {
  readonly socket?: (wire: Duplex) => void | Promise<void>
  readonly rest?: (response: ServerResponse) => void | Promise<void>
}

type Witness = { readonly meeting: Meeting; readonly offered: readonly (string | undefined)[]; readonly isCut: boolean }

/** Lets the feeds' own client, in a separate process, call a server that is harmless first and hostile then. */
async function meet({ onTestFinished }: TestContext, { socket, rest }: Hostility): Promise<Witness> {
  const offered: (string | undefined)[] = []
  let met = 0
  let cut: (isCut: boolean) => void = () => undefined
  const isCut = new Promise<boolean>((resolve) => {
    cut = resolve
  })
  const server: Server = createServer((_request, response) => {
    response.on('error', () => undefined)
    if (met++ === 0) {
      response.end('{}')
      return
    }
    response.socket?.once('close', () => cut(true))
    void rest?.(response)
  })
  // Otherwise the server itself would close the connection.
  server.keepAliveTimeout = 0
  server.on('upgrade', (request: IncomingMessage, wire: Duplex) => {
    offered.push(request.headers['sec-websocket-extensions'])
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`)
      .digest('base64')
    wire.on('error', () => undefined)
    wire.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    if (met++ === 0) {
      wire.write(frame(FIN | CLOSE, Buffer.from([0x03, 0xe8])))
      return
    }
    wire.once('end', () => cut(true)).once('close', () => cut(true))
    wire.resume()
    void socket?.(wire)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = `://127.0.0.1:${(server.address() as AddressInfo).port}`
  const kind = socket === undefined ? 'rest' : 'socket'
  const reader = spawn(process.execPath, [READER, kind, address], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    reader.kill()
    server.closeAllConnections()
    server.close()
  })
  const [said] = (await once(reader.stdout, 'data')) as [Buffer]
  // The reader still runs, so only it can have cut the connection.
  setTimeout(() => cut(false), CUT_WITHIN_MS)
  return { meeting: JSON.parse(said.toString()) as Meeting, offered, isCut: await isCut }
}

const deflated = deflateRawSync(Buffer.alloc(HUGE, ' '))
const gzipped = gzipSync(Buffer.alloc(HUGE, ' '))
const HEAD = { 'content-type': 'application/json' }

test.for<[string, Hostility, RegExp]>([
  [
    'a frame whose header says 64 MiB',
    { socket: (wire) => void wire.write(frame(FIN | TEXT, Buffer.alloc(0), HUGE)) },
    /^too-large/,
  ],
  [
    'a frame of 64 MiB, all of it sent',
    {
      socket: (wire) => {
        wire.write(frame(FIN | TEXT, Buffer.alloc(0), HUGE))
        return pour(wire, HUGE)
      },
    },
    /^too-large/,
  ],
  [
    'a message in fragments without end',
    {
      socket: (wire) => {
        wire.write(frame(TEXT, SPACES))
        return pour(wire, HUGE, frame(CONTINUATION, SPACES))
      },
    },
    /^too-large/,
  ],
  [
    'a compressed frame, 1,000 times as large once inflated',
    { socket: (wire) => void wire.write(frame(FIN | COMPRESSED | TEXT, deflated)) },
    /RSV1 must be clear/,
  ],
  [
    'a body that says 64 MiB',
    {
      rest: (response) => {
        response.writeHead(200, { ...HEAD, 'content-length': HUGE })
        return pour(response, HUGE)
      },
    },
    /^too-large/,
  ],
  [
    'a body in chunks without end',
    {
      rest: (response) => {
        response.writeHead(200, HEAD)
        return pour(response, 16 * HUGE)
      },
    },
    /^too-large/,
  ],
  [
    'a gzipped body, 1,000 times as large once inflated',
    {
      rest: (response) => {
        response.writeHead(200, { ...HEAD, 'content-encoding': 'gzip', 'content-length': gzipped.length })
        response.end(gzipped)
      },
    },
    /^too-large/,
  ],
])(
  '[F15] %s is refused, the connection is cut, memory rises by less than 32 MiB',
  async ([what, hostility, reason], context) => {
    const { meeting, offered, isCut } = await meet(context, hostility)
    recordFigure(context, {
      row: 'F15',
      wanted: 'refused, socket closed, memory rise < 32 MiB',
      measured: `${what}: ${meeting.outcome}; ${(meeting.risenBytes / MIB).toFixed(1)} MiB risen at most`,
      seed: 0,
    })
    expect(deflated.length).toBeLessThan(HUGE / 1_000)
    expect(meeting.outcome).toMatch(reason)
    expect(meeting.accepted).toBe(0)
    expect(isCut).toBe(true)
    expect(meeting.risenBytes).toBeLessThan(MOST_RISEN)
    // Without an offer of compression no message can be inflated.
    expect(offered.every((extensions) => extensions === undefined)).toBe(true)
  },
)
