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
