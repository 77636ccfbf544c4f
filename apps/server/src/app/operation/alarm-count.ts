import type { Metric } from '../ports/system/metric.ts'

/** Counts each alarm since the start; operators are alerted by these counters (reliability-matrix.md 13). */
export class AlarmCount {
  readonly #counts = new Map<string, number>()

  /** `event` is a word of ours, never text from outside. */
  count(event: string): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1)
  }

  metric(): Metric {
    const samples = [...this.#counts].map(([alarm, value]) => ({ labels: { alarm }, value }))
    return { name: 'makas_alarms_total', kind: 'counter', help: 'Alarms since the start, by log event', samples }
  }
}
