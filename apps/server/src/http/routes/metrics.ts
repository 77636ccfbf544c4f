import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { Metric } from '../../app/ports/system/metric.ts'
import { ApiFailure } from '../api-failure.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import type { App } from '../fastify-app.ts'
import { prometheusText } from '../presenters/prometheus-text.ts'

/** ms for which the engine's figures are told again: each answer costs its thread a step. */
const ENGINE_KEPT_MS = 1_000

type Parts = {
  readonly engine: Pick<EngineClient, 'metrics' | 'condition'> | null
  /** The figures of the HTTP side. */
  readonly own: { text(): Promise<string> }
  readonly ownMetrics: () => readonly Metric[]
  /** What a caller must send as a bearer token; null: anybody may ask. */
  readonly token: string | null
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Prometheus text: the HTTP side's metrics, those of operation, then the engine's own, where there is one. Whoever asks
 * while an answer is made gets that one.
 */
export function metricsRoute(app: App, { engine, own, ownMetrics, token, clock }: Parts): void {
  let making: Promise<string> | null = null
  let kept: { readonly at: number; readonly metrics: readonly Metric[] | null } | null = null

  async function engineMetrics(): Promise<readonly Metric[] | null> {
    const now = clock.now()
    if (kept !== null && kept.metrics !== null && Math.abs(now - kept.at) < ENGINE_KEPT_MS) return kept.metrics
    const metrics = (await engine?.metrics()) ?? null
    kept = { at: now, metrics }
    return metrics
  }

  async function make(): Promise<string> {
    const [http, market] = await Promise.all([own.text(), engineMetrics()])
    const up: Metric = {
      name: 'makas_engine_up',
      kind: 'gauge',
      help: '1 while the engine answers',
      samples: [{ labels: {}, value: market === null ? 0 : 1 }],
    }
    const rest = await prometheusText([...ownMetrics(), ...(engine === null ? [] : [up]), ...(market ?? [])])
    return `${http}${rest}`
  }

  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isBearer(token, request.headers.authorization)) throw new ApiFailure('unauthorized')
    making ??= make().finally(() => {
      making = null
    })
    const text = await making
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(text)
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in a time that tells nothing of the token. */
const isBearer = (token: string, authorization = '') =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization))
