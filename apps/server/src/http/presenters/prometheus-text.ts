import { Counter, Gauge, Registry } from 'prom-client'
import type { Metric } from '../../app/ports/system/metric.ts'

/** Metrics as Prometheus text; a metric without a value is left out. */
export async function prometheusText(metrics: readonly Metric[]): Promise<string> {
  const registry = new Registry()
  for (const { name, kind, help, samples } of metrics) {
    const [first] = samples
    if (first === undefined) continue
    const options = { name, help, labelNames: Object.keys(first.labels), registers: [registry] }
    if (kind === 'counter') {
      const counter = new Counter(options)
      for (const { labels, value } of samples) counter.inc(labels, value)
    } else {
      const gauge = new Gauge(options)
      for (const { labels, value } of samples) gauge.set(labels, value)
    }
  }
  return await registry.metrics()
}
