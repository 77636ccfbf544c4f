import { Lifetimes, PATHS } from '@makas/contract'
import { MODES } from '@makas/domain'
import { afterEach, expect, test } from 'vitest'
import { eventually, jsonOf, type Refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
afterEach(() => server.stop())

const get = (query = '', headers: Record<string, string> = {}) => server.get(`${PATHS.lifetimes}${query}`, headers)
const asked = () => server.scripted.requests.flatMap((one) => (one.kind === 'lifetimes' ? [one.source] : []))

test.each([
  ['', false, 'live', 'cache'],
  ['', true, 'live', 'live'],
  ['?source=live', false, 'live', 'cache'],
  ['?source=demo', false, 'demo', 'demo'],
  ['?source=demo', true, 'demo', 'demo'],
] as const)('the engine tells the curves of %s (live list: %s)', async (query, liveForAll, source, header) => {
  server = await startTestServer({ liveForAll })
  const answer = await get(query)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(answer.headers.get('x-makas-source')).toBe(header)
  const told = Lifetimes.parse(await answer.json())
  expect([told.source, told.modes.map(({ mode }) => mode)]).toEqual([source, MODES])
  expect(asked()).toEqual([source])
})

test('the engine is asked once in five seconds for each source, however many ask us', async () => {
  server = await startTestServer()
  const bodies = await Promise.all(
    ['', '?source=demo', '', '?source=demo', ''].map(async (query) => (await get(query)).text()),
  )
  expect(new Set(bodies).size).toBe(2)
  server.clock.advance(4_500)
  await get()
  expect(asked()).toEqual(['live', 'demo'])
  server.clock.advance(600)
  await get()
  expect(asked()).toEqual(['live', 'demo', 'live'])
})

test('a client that has the curves gets 304', async () => {
  server = await startTestServer()
  const etag = (await get()).headers.get('etag') ?? ''
  expect((await get('', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('?source=demo', { 'if-none-match': etag })).status).toBe(200)
})

test.each(['?source=replay', '?source=cache', '?source=', '?source=live&source=demo', '?source=%00'])(
  'a source without curves (%s) is refused in words',
  async (query) => {
    server = await startTestServer()
    const answer = await get(query)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 'validation',
        detail: 'Gönderilen bilgiler geçerli değil.',
        fields: { source: 'Şunlardan biri olmalı: live, demo.' },
      },
    ])
    expect(asked()).toEqual([])
  },
)

test('a silent engine is a 503 with a time to come back, and the next request asks again', async () => {
  server = await startTestServer()
  server.scripted.answers = false
  const waiting = get()
  await eventually(() => asked().length === 1)
  server.clock.advance(2_000)
  const answer = await waiting
  expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([503, 'unavailable'])
  expect(answer.headers.get('retry-after')).toBe('2')
  server.scripted.answers = true
  expect((await get()).status).toBe(200)
})
