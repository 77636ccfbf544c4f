import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket as NetSocket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openSocket, type SocketEnd } from './socket.ts'

let stop: () => void = () => undefined
afterEach(() => stop())

/** The end of a connection whose handshake is answered by `answer`, over a real socket. */
async function refusedBy(answer: (socket: NetSocket) => void): Promise<SocketEnd> {
  const server = createServer().on('upgrade', (_request, socket: NetSocket) => {
    socket.on('error', () => undefined)
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const ignore = () => undefined
  return new Promise((resolve) => {
    const { port } = server.address() as AddressInfo
    openSocket(`ws://127.0.0.1:${port}/ws`, { opened: ignore, frame: ignore, pinged: ignore, ended: resolve })
  })
}
const head = (status: string, length: number) => `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\n`

test('a refused handshake tells its status, its Retry-After and how its body begins', async () => {
  const body = 'The Amazon CloudFront distribution is configured to block access from your country.'
  const end = await refusedBy((socket) =>
    socket.end(`${head('403 Forbidden', body.length)}retry-after: 7\r\n\r\n${body}`),
  )
  expect(end).toMatchObject({ reason: 'refused', detail: 'status 403' })
  expect(end).toMatchObject({ status: 403, retryAfter: '7', bodyStart: body })
})

test('a refusal without a body has an empty beginning', async () => {
  const end = await refusedBy((socket) => socket.end(`${head('451 Unavailable For Legal Reasons', 0)}\r\n`))
  expect(end).toMatchObject({ status: 451, retryAfter: null, bodyStart: '' })
})

test('[F15] of an endless body no more than the beginning is read', async () => {
  const end = await refusedBy((socket) => {
    socket.write(`${head('403 Forbidden', 1e12)}\r\n`)
    const write = () => {
      while (!socket.destroyed && socket.write('x'.repeat(65_536)));
    }
    socket.on('drain', write)
    write()
  })
  expect(end).toMatchObject({ status: 403, retryAfter: null, bodyStart: 'x'.repeat(400) })
})

test('a body that breaks off is judged by what came', async () => {
  const end = await refusedBy((socket) => {
    socket.write(`${head('403 Forbidden', 100)}\r\nfrom your country`)
    setTimeout(() => socket.destroy(), 50)
  })
  expect(end).toMatchObject({ status: 403, retryAfter: null, bodyStart: 'from your country' })
})

test('a body that does not come delays the end by two seconds', async () => {
  const since = performance.now()
  const end = await refusedBy((socket) => void socket.write(`${head('403 Forbidden', 100)}\r\n`))
  expect(end).toMatchObject({ status: 403, retryAfter: null, bodyStart: '' })
  expect(performance.now() - since).toBeGreaterThan(1_900)
})

/** Answers the handshake, then calls `serve`; returns the port, and a promise of the connection's end. */
async function accepting(serve: (socket: NetSocket) => void): Promise<{ port: number; gone: Promise<void> }> {
  const server = createServer().on('upgrade', (request, socket: NetSocket) => {
    socket.on('error', () => undefined)
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    const head = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n'
    // The first frames come together with the handshake's answer.
    socket.cork()
    socket.write(`${head}sec-websocket-accept: ${accept}\r\n\r\n`)
    serve(socket)
    socket.uncork()
    socket.on('end', () => socket.end()).resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const gone = new Promise<void>((resolve) => server.on('connection', (socket) => socket.once('close', resolve)))
  return { port: (server.address() as AddressInfo).port, gone }
}

/** The events of a connection on which an exchange sends `first`, then `second` once it was answered, until it ends. */
async function heardOf(first: Buffer, second = Buffer.of()): Promise<readonly string[]> {
  const heard: string[] = []
  const { port } = await accepting((socket) => {
    socket.write(first)
    socket.once('data', () => socket.end(second))
  })
  await new Promise<void>((resolve) => {
    openSocket(`ws://127.0.0.1:${port}/ws`, {
      opened: () => heard.push('opened'),
      frame: (bytes, isBinary) => heard.push(`${isBinary ? 'binary' : 'text'} ${Buffer.from(bytes)}`),
      pinged: (kind) => heard.push(kind),
      ended: ({ reason, detail }) => {
        heard.push(`${reason}: ${detail}`)
        resolve()
      },
    })
  })
  return heard
}
const frame = (first: number, payload: string) =>
  Buffer.concat([Buffer.from([first, payload.length]), Buffer.from(payload)])
const CLOSE = Buffer.from([0x88, 5, 0x0f, 0xa1, 0x62, 0x79, 0x65])

test('texts, pings, a pong, fragments and a binary frame come in order, and the close frame’s code and reason are told', async () => {
  const [opening, second] = [frame(0x81, 'first'), frame(0x81, 'second')]
  const fragments = [frame(0x01, 'thi'), frame(0x89, ''), frame(0x80, 'rd')]
  const heard = await heardOf(
    Buffer.concat([opening, frame(0x89, '')]),
    Buffer.concat([
      second,
      frame(0x8a, ''),
      ...fragments,
      frame(0x82, 'fourth'),
      frame(0x81, 'fifth'),
      CLOSE,
      frame(0x81, 'late'),
    ]),
  )
  expect(heard).toEqual([
    'opened',
    'text first',
    'ping',
    'text second',
    'pong',
    'ping',
    'text third',
    'binary fourth',
    'text fifth',
    'closed: 4001 bye',
  ])
})

test.each([
  ['a masked frame', Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5]), 'MASK must be clear'],
  ['a text between two fragments', Buffer.concat([frame(0x01, 'a'), frame(0x81, 'b')]), 'invalid opcode 1'],
  ['a compressed frame', frame(0xc1, 'a'), 'RSV1 must be clear'],
  ['a close frame with a code that none may send', Buffer.from([0x88, 2, 0x03, 0xed]), 'invalid status code 1005'],
])('%s after good frames ends the connection, and what follows is not read', async (_, bad, why) => {
  const heard = await heardOf(Buffer.concat([frame(0x81, 'good'), bad, frame(0x81, 'late')]))
  expect(heard.slice(0, 2)).toEqual(['opened', 'text good'])
  expect(heard.at(-1)).toContain(why)
  expect(heard.filter((one) => String(one).includes('late'))).toEqual([])
})

test('a connection that is discarded between two frames of one piece tells nothing more', async () => {
  const heard: string[] = []
  const { port, gone } = await accepting((socket) => {
    socket.write(Buffer.concat([frame(0x81, 'a'), frame(0x81, 'b')]))
  })
  const socket = openSocket(`ws://127.0.0.1:${port}/ws`, {
    opened: () => heard.push('opened'),
    frame: (bytes) => {
      heard.push(Buffer.from(bytes).toString())
      socket.discard()
    },
    pinged: () => heard.push('pinged'),
    ended: () => heard.push('ended'),
  })
  await gone
  expect(heard).toEqual(['opened', 'a'])
})
