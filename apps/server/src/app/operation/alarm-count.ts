const METRIC = 'makas_alarms_total'

/** How often each alarm was raised since the start: what an operator is to be woken by (reliability-matrix.md 13). */
export class AlarmCount {
  readonly #counts = new Map<string, number>()

  /** `event` is a word of ours, never text from outside. */
  count(event: string): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1)
  }

  /** As Prometheus text. */
  text(): string {
    const lines = [...this.#counts].map(([event, count]) => `${METRIC}{alarm="${event}"} ${count}\n`)
    return `# HELP ${METRIC} Alarms since the start, by log event\n# TYPE ${METRIC} counter\n${lines.join('')}`
  }
}
