import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { StreamHub } from '../stream/stream-hub.ts'

/** Figures of the HTTP side as Prometheus text, the event loop's delay among them. */
export function requestMetrics(
  app: FastifyInstance,
  streams: Pick<StreamHub, 'size' | 'mostWaiting'>,
): { text(): Promise<string>; inFlight(): number } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'makas_http_requests_total',
    help: 'Answers by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'makas_http_request_seconds',
    help: 'Time to answer, streams left out',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'makas_http_streams_open',
    help: 'Open streams',
    registers: [registry],
    collect() {
      this.set(streams.size)
    },
  })
  new Gauge({
    name: 'makas_http_stream_waiting_bytes_most',
    help: 'Bytes that wait for the slowest reader of a stream',
    registers: [registry],
    collect() {
      this.set(streams.mostWaiting)
    },
  })
  // Bound once per combination of labels: to look up labels costs more than all other bookkeeping of an answer.
  const counters = new Map<string, Counter.Internal>()
  const count = (route: string, method: string, status: number) => {
    const name = `${method} ${status} ${route}`
    let counter = counters.get(name)
    if (counter === undefined) {
      counter = requests.labels({ route, method, status })
      counters.set(name, counter)
    }
    counter.inc()
  }
  const timers = new Map<string, Histogram.Internal<'route'>>()
  const time = (route: string, seconds: number) => {
    let timer = timers.get(route)
    if (timer === undefined) {
      timer = durations.labels({ route })
      timers.set(route, timer)
    }
    timer.observe(seconds)
  }
  let inFlight = 0
  app.addHook('onRequest', (request, reply, done) => {
    inFlight++
    // 'close' also comes when the client left before the answer was finished; 'finish' would not.
    reply.raw.once('close', () => {
      inFlight--
      const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
      count(route, request.method, reply.raw.statusCode)
      if (route !== '/api/stream') time(route, reply.elapsedTime / 1_000)
    })
    done()
  })
  return { text: () => registry.metrics(), inFlight: () => inFlight }
}
