import type { EngineSupervisor } from '../engine/engine-supervisor.ts'
import type { App } from '../fastify-app.ts'

/** Prometheus text: the HTTP side's figures, those of operation, then the engine's own. */
export function metricsRoute(
  app: App,
  engine: Pick<EngineSupervisor, 'metrics' | 'condition'>,
  own: { text(): Promise<string> },
  figures: () => string,
): void {
  app.get('/metrics', async (_request, reply) => {
    const [http, market] = await Promise.all([own.text(), engine.metrics()])
    const up = `# HELP makas_engine_up 1 while the engine answers\n# TYPE makas_engine_up gauge\nmakas_engine_up ${market === null ? 0 : 1}\n`
    reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(`${http}${figures()}${up}${market ?? ''}`)
  })
}
