import type { Shared } from '../ports/system/fair-queue.ts'
import type { Metric } from '../ports/system/metric.ts'

/** Everything that is scarce and shared (security.md, Limits), with what `/metrics` tells of it. */
export class ScarceThings {
  readonly #things = new Map<string, () => Shared | null>()

  /** `what`: a word of ours. `shared`: called for each answer; null while the thing is not there. */
  add(what: string, shared: () => Shared | null): void {
    this.#things.set(what, shared)
  }

  metrics(): readonly Metric[] {
    const now = [...this.#things].flatMap(([what, shared]) => {
      const one = shared()
      return one === null ? [] : [{ what, one }]
    })
    const samples = (field: keyof Shared) => now.map(({ what, one }) => ({ labels: { what }, value: one[field] }))
    return [
      {
        name: 'makas_scarce_used',
        kind: 'gauge',
        help: 'What is in use of something scarce',
        samples: samples('used'),
      },
      { name: 'makas_scarce_waiting', kind: 'gauge', help: 'Work that waits for it', samples: samples('waiting') },
      {
        name: 'makas_scarce_refused_total',
        kind: 'counter',
        help: 'Work that was refused because others share it',
        samples: samples('refused'),
      },
    ]
  }
}
