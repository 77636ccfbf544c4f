import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { Shared } from '../../app/ports/system/fair-queue.ts'
import type { Metric } from '../../app/ports/system/metric.ts'
import { ApiFailure } from '../api-failure.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import type { App } from '../fastify-app.ts'
import { prometheusText } from '../presenters/prometheus-text.ts'

/** Time for which an answer is given again, ms. */
const KEPT_MS = 250
/** Time for which the engine's figures are given again, ms: they cost its thread a step. */
const ENGINE_KEPT_MS = 1_000

type Parts = {
  readonly engine: Pick<EngineClient, 'metrics' | 'condition'> | null
  /** The figures of the HTTP side. */
  readonly own: { text(): Promise<string> }
  readonly ownMetrics: () => readonly Metric[]
  /** The bearer token that a caller must send; null: anybody may ask. */
  readonly token: string | null
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Prometheus text: metrics of HTTP, of operation, and of the engine, where there is one. A call during an answer, or
 * just after, gets the same answer. Returns who asks.
 */
export function metricsRoute(app: App, { engine, own, ownMetrics, token, clock }: Parts): () => Shared {
  const engineMetrics = kept(ENGINE_KEPT_MS, clock, async () => (await engine?.metrics()) ?? null)
  let waiting = 0

  const text = kept(KEPT_MS, clock, async () => {
    const [http, market] = await Promise.all([own.text(), engineMetrics()])
    const up: Metric = {
      name: 'makas_engine_up',
      kind: 'gauge',
      help: '1 while the engine answers',
      samples: [{ labels: {}, value: market === null ? 0 : 1 }],
    }
    const rest = await prometheusText([...ownMetrics(), ...(engine === null ? [] : [up]), ...(market ?? [])])
    return `${http}${rest}`
  })

  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isBearer(token, request.headers.authorization)) throw new ApiFailure('unauthorized')
    waiting++
    const answer = await text().finally(() => waiting--)
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(answer)
  })
  return () => ({ used: Math.min(1, waiting), waiting: Math.max(0, waiting - 1), refused: 0 })
}

/** Asks once for all callers that wait, and gives an answer that is not null again for `forMs`. */
function kept<T>(forMs: number, clock: Pick<Clock, 'now'>, ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null
  let last: { readonly time: number; readonly answer: T } | null = null
  return async () => {
    const now = clock.now()
    if (last !== null && last.answer !== null && Math.abs(now - last.time) < forMs) return last.answer
    asking ??= ask().finally(() => {
      asking = null
    })
    const answer = await asking
    last = { time: now, answer }
    return answer
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in a time that reveals nothing about the token. */
const isBearer = (token: string, authorization = '') =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization))
