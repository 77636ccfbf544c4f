import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { startTestServer } from '../testing/test-server.ts'

/** How often the server checks for slow requests, ms, and what a busy machine may take for it. */
const LOOK_MS = 2_000
const SLACK_MS = isLongRun ? 8_000 : 100_000

const server = await startTestServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())

/** Sends `first`, then a piece at a time for as long as the connection lives; returns its lifetime, and the answer. */
async function lifeOf(first: string, piece: string): Promise<{ readonly ms: number; readonly answer: string }> {
  const begun = performance.now()
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString()
  })
  // A piece sent on a connection that is closed already is no failure.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(first)
  const drip = setInterval(() => piece !== '' && socket.writable && socket.write(piece), 250)
  await once(socket, 'close')
  clearInterval(drip)
  return { ms: performance.now() - begun, answer }
}

test('[SEC-66] headers have 10 s, a request 30 s, an idle connection 65 s', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  })
})

test('[SEC-66] headers that are not whole after 10 s are answered with 408, and the connection is closed', async () => {
  const { ms, answer } = await lifeOf('GET /api/status HTTP/1.1\r\nhost: x\r\nx-slow: ', 'a')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  expect(body).toEqual({ code: 'timeout', detail: 'İstek zamanında tamamlanmadı.' })
  expect(ms).toBeGreaterThanOrEqual(10_000)
  if (isLongRun) expect(ms).toBeLessThan(10_000 + LOOK_MS + SLACK_MS)
})

test.runIf(isLongRun)(
  '[SEC-66] a body that comes in drops is cut off after 30 s, and an idle connection after 65 s',
  async () => {
    const [dripping, idle] = await Promise.all([
      lifeOf(
        'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
        '[',
      ),
      lifeOf('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n', ''),
    ])
    expect(dripping.answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(dripping.ms).toBeGreaterThanOrEqual(30_000)
    expect(dripping.ms).toBeLessThan(30_000 + LOOK_MS + SLACK_MS)
    expect(idle.answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(idle.ms).toBeGreaterThanOrEqual(65_000)
    expect(idle.ms).toBeLessThan(65_000 + LOOK_MS + SLACK_MS)
  },
)

test.each([
  ['100 header lines', Array<string>(99).fill('x-a: b'), 200],
  ['101 header lines', Array<string>(100).fill('x-a: b'), 431],
  ['15 KiB of headers', [`x-a: ${'a'.repeat(15 * 1024)}`], 200],
  ['16 KiB of headers and more', [`x-a: ${'a'.repeat(16 * 1024)}`], 431],
])('[SEC-66] %s', async (_name, lines, status) => {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(['GET /healthz HTTP/1.1', 'host: x', ...lines, '', ''].join('\r\n'))
  const [data] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(data.toString('latin1')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})
