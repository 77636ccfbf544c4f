import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ExchangeProtocol } from '../../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import { ShiftedClock } from '../../../../http/testing/shifted-clock.ts'
import { banFile } from '../../../system/files/ban-file.ts'
import { createSystemClock } from '../../../system/system-clock.ts'
import { ownLimits } from '../talk/address-limits.ts'
import { retryAfterMs, verdictOf } from '../talk/verdict.ts'
import { RestClient } from './rest-client.ts'

/** A protocol that accepts every address; only `endpoint` is called here. */
const protocol: ExchangeProtocol = {
  exchange: 'okx',
  endpoint: (url) => ({
    exchange: 'okx',
    market: 'spot',
    transport: 'rest',
    path: url.pathname,
    query: url.searchParams,
  }),
  sightings: () => [],
  choose: () => null,
  sizeUnit: () => 'base',
  reader: () => {
    throw new Error('nothing is read here')
  },
}

const clock = createSystemClock()
const limitsOf = (count: number) => ownLimits({ rest: { count, perMs: 1_000 }, connects: [] }, clock.now)

async function lineTo(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  limits = limitsOf(1_000),
  ownClock: Clock = clock,
) {
  const asked: { time: number; path: string }[] = []
  const server = createServer((request, response) => {
    asked.push({ time: performance.now(), path: request.url ?? '' })
    answer(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const folder = mkdtempSync(join(tmpdir(), 'line-'))
  const line = new RestClient({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocol,
    limits,
    verdict: verdictOf,
    clock: ownClock,
    bans: banFile(folder, 'test'),
    onBan: () => undefined,
  })
  onTestFinished(() => {
    line.stop()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { line, asked }
}

test('[F21] no second holds more than 70 % of the published budget', async () => {
  const steps = new ShiftedClock({ steps: true })
  onTestFinished(() => steps.stop())
  const limits = ownLimits({ rest: { count: 20, perMs: 1_000 }, connects: [] }, () => steps.now())
  const { line } = await lineTo((_, response) => response.end('{}'), limits, steps)
  const results = await Promise.all(Array.from({ length: 40 }, () => line.get({ path: '/a', weight: 1 }, 'repair')))
  const sent = results.flatMap((result) => (result.kind === 'ok' ? [result.sentAt] : []))
  const densest = sent.map((from) => sent.filter((at) => at >= from && at < from + 1_000).length)
  expect(sent.length).toBe(40)
  expect(Math.max(...densest)).toBe(14)
})

test('[F20] a ban that one of two lines to an address hears of stops the other, what waits in it too', async () => {
  const limits = limitsOf(3)
  const other = await lineTo((_, response) => response.end('{}'), limits)
  const one = await lineTo((_, response) => response.writeHead(418, { 'retry-after': '60' }).end(), limits)
  expect(await other.line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'ok' })
  const last = one.line.get({ path: '/a', weight: 1 }, 'repair')
  // The second's share is spent: this waits for its turn.
  const waiting = other.line.get({ path: '/a', weight: 1 }, 'repair')
  expect(await last).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect(await waiting).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect(await other.line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect([one.asked.length, other.asked.length]).toEqual([1, 1])
  expect(other.line.ban(Date.now())).toMatchObject({ reason: 'banned' })
})

test.each([
  ['the body alone', {}, 600_000, 600_000],
  ['the body, later than the header', { 'retry-after': '60' }, 600_000, 600_000],
  ['the header, later than the body', { 'retry-after': '900' }, 600_000, 900_000],
])('[F20] %s tells the end of a ban', async (_case, headers, bodyMs, expectedMs) => {
  const now = clock.now()
  const msg = `Way too much request weight used; IP banned until ${now + bodyMs}. Please use WebSocket Streams.`
  const { line, asked } = await lineTo(
    (_, response) => response.writeHead(418, headers).end(JSON.stringify({ code: -1003, msg })),
    limitsOf(3),
  )
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'limited' })
  const until = line.ban(clock.now())?.until ?? 0
  expect(until - now).toBeGreaterThanOrEqual(expectedMs)
  expect(until - clock.now()).toBeLessThanOrEqual(expectedMs)
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect(asked).toHaveLength(1)
})

test('repairs go before everything else that waits', async () => {
  const { line, asked } = await lineTo((_, response) => response.end('{}'), limitsOf(3))
  const first = line.get({ path: '/first', weight: 1 }, 'daily')
  const rest = [
    line.get({ path: '/daily', weight: 1 }, 'daily'),
    line.get({ path: '/confirm', weight: 1 }, 'confirm'),
    line.get({ path: '/repair', weight: 1 }, 'repair'),
  ]
  await Promise.all([first, ...rest])
  expect(asked.map(({ path }) => path)).toEqual(['/first', '/repair', '/confirm', '/daily'])
})

test('a call that has waited a minute behind comparisons is made, however many comparisons come', async () => {
  let shiftMs = 0
  const shifted: Clock = { now: () => clock.now() + shiftMs, after: (ms, run) => clock.after(ms, run) }
  const { line, asked } = await lineTo((_, response) => response.end('{}'), limitsOf(30), shifted)
  const confirmAgain = async (): Promise<void> => {
    const { kind } = await line.get({ path: '/confirm', weight: 1 }, 'confirm')
    if (kind === 'ok') await confirmAgain()
  }
  for (let count = 0; count < 10; count++) void confirmAgain()
  const daily = line.get({ path: '/daily', weight: 1 }, 'daily')
  const isDailyAsked = () => asked.some(({ path }) => path === '/daily')
  await vi.waitUntil(() => asked.length > 30, { timeout: 120_000 })
  expect(isDailyAsked()).toBe(false)
  shiftMs = 61_000
  expect(await daily).toMatchObject({ kind: 'ok' })
})

test('[F20] while nothing has been answered only one call is on its way, and a refusal stops all others', async () => {
  const { line, asked } = await lineTo((_, response) => response.writeHead(429, { 'retry-after': '60' }).end())
  const results = await Promise.all(Array.from({ length: 5 }, () => line.get({ path: '/a', weight: 1 }, 'repair')))
  expect(asked.length).toBe(1)
  expect(results.map((result) => result.kind === 'failed' && result.reason)).toEqual(Array(5).fill('limited'))
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect(asked.length).toBe(1)
})

test.each([
  [451, '{"code":0,"msg":"Service unavailable from a restricted location"}'],
  [403, 'The Amazon CloudFront distribution is configured to block access from your country.'],
])('a refusal of our country (%i) is named so, and nothing more is asked', async (status, body) => {
  const { line, asked } = await lineTo((_, response) => response.writeHead(status).end(body))
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect(line.ban(Date.now())).toMatchObject({ reason: 'region-refused' })
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'limited' })
  expect(asked.length).toBe(1)
})

test('a 403 that says nothing of a country is a failure like others', async () => {
  const { line } = await lineTo((_, response) => response.writeHead(403).end('{"code":-2015}'))
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason: 'status' })
  expect(line.ban(Date.now())).toBeNull()
})

test.each([
  ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/b' }).end(), 'redirected'],
  ['a server error', (response: ServerResponse) => response.writeHead(503).end('busy'), 'status'],
  [
    'an answer that ends early',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': '9' }).destroy(),
    'unreachable',
  ],
  [
    '[F15] 64 MiB that came as 64 KiB',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 << 20))),
    'too-large',
  ],
  [
    'a compressed answer that breaks off',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}').subarray(0, 20)),
    'unreachable',
  ],
  [
    'a compressed answer that is none',
    (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}'),
    'unreachable',
  ],
] as const)('%s is no answer', async (_, answer, reason) => {
  const { line, asked } = await lineTo((_request, response) => void answer(response))
  expect(await line.get({ path: '/a', weight: 1 }, 'repair')).toMatchObject({ kind: 'failed', reason })
  expect(asked.length).toBe(1)
})

test('a compressed body is read as it was before', async () => {
  const { line } = await lineTo((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
  )
  const result = await line.get({ path: '/a', weight: 1 }, 'list')
  expect(result.kind === 'ok' && result.body.toString()).toBe('{"a":1}')
})

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['soon', null],
  [null, null],
] as const)('Retry-After %j', (header, ms) => {
  expect(retryAfterMs(header, '', 1_000)).toBe(ms)
})
