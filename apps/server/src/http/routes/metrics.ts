import type { Metric } from '../../app/ports/system/metric.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import type { App } from '../fastify-app.ts'
import { prometheusText } from '../presenters/prometheus-text.ts'

/**
 * Prometheus text: the HTTP side's metrics, those of operation, then the engine's own, where there is one. Whoever asks
 * while an answer is made gets that one: each costs the engine's thread a step, and anybody may ask.
 */
export function metricsRoute(
  app: App,
  engine: Pick<EngineClient, 'metrics' | 'condition'> | null,
  own: { text(): Promise<string> },
  ownMetrics: () => readonly Metric[],
): void {
  let making: Promise<string> | null = null

  async function make(): Promise<string> {
    const [http, market] = await Promise.all([own.text(), engine?.metrics() ?? null])
    const up: Metric = {
      name: 'makas_engine_up',
      kind: 'gauge',
      help: '1 while the engine answers',
      samples: [{ labels: {}, value: market === null ? 0 : 1 }],
    }
    const rest = await prometheusText([...ownMetrics(), ...(engine === null ? [] : [up]), ...(market ?? [])])
    return `${http}${rest}`
  }

  app.get('/metrics', async (_request, reply) => {
    making ??= make().finally(() => {
      making = null
    })
    const text = await making
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(text)
  })
}
