import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from '../fastify-app.ts'
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
  metricsRoute(app as unknown as App, engine, { text: async () => '# own\n' }, () => [])
  const answers = Array.from({ length: 8 }, () => app.inject('/metrics'))
  await expect.poll(() => waiting.length).toBe(1)
  waiting.pop()?.()
  for (const { statusCode, body } of await Promise.all(answers)) {
    expect([statusCode, body]).toEqual([200, expect.stringContaining('makas_engine_up 1')])
  }
  expect(asked).toBe(1)
  const next = app.inject('/metrics')
  await expect.poll(() => waiting.length).toBe(1)
  waiting.pop()?.()
  expect((await next).statusCode).toBe(200)
  expect(asked).toBe(2)
  await app.close()
})
