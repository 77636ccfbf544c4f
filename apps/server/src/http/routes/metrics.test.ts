import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from '../fastify-app.ts'
import { errors } from '../plugins/errors.ts'
import { metricsRoute } from './metrics.ts'

test('many who ask for metrics at once cost the engine one question', async () => {
  const app = Fastify()
  const waiting: (() => void)[] = []
  let asked = 0
  const engine = {
    condition: { kind: 'running' } as never,
    metrics: () => {
      asked++
      return new Promise<never[]>((resolve) => waiting.push(() => resolve([])))
    },
  }
  let now = 0
  const own = { text: async () => '# own\n' }
  const clock = { now: () => now }
  metricsRoute(app as unknown as App, { engine, own, ownMetrics: () => [], token: null, clock })
  const answers = Array.from({ length: 8 }, () => app.inject('/metrics'))
  await expect.poll(() => waiting.length).toBe(1)
  waiting.pop()?.()
  for (const { statusCode, body } of await Promise.all(answers)) {
    expect([statusCode, body]).toEqual([200, expect.stringContaining('makas_engine_up 1')])
  }
  expect(asked).toBe(1)
  // For a second the engine is left alone, and an answer is given again for a quarter of it.
  now += 999
  expect((await app.inject('/metrics')).body).toContain('makas_engine_up 1')
  expect(asked).toBe(1)
  now += 251
  const next = app.inject('/metrics')
  await expect.poll(() => waiting.length).toBe(1)
  waiting.pop()?.()
  expect((await next).statusCode).toBe(200)
  expect(asked).toBe(2)
  await app.close()
})

test('with a token nobody reads metrics without it', async () => {
  const app = Fastify()
  errors(app)
  const token = 'a-token-of-the-operator'
  const own = { text: async () => '# own\n' }
  metricsRoute(app as unknown as App, { engine: null, own, ownMetrics: () => [], token, clock: { now: () => 0 } })
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return (await app.inject({ url: '/metrics', headers })).statusCode
  }
  expect([await ask(), await ask('Bearer '), await ask(`Bearer ${token}x`), await ask(token)]).toEqual([
    401, 401, 401, 401,
  ])
  expect(await ask(`Bearer ${token}`)).toBe(200)
  await app.close()
})
