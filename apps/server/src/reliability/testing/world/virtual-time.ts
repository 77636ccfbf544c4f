/** Start of virtual time, 2026-08-01, epoch ms; arbitrary. */
const EPOCH = 1_785_542_400_000

type Timer = { readonly dueAt: number; readonly order: number; run: (() => void) | null }

/**
 * Time that passes only when a test advances it. Timers run in the order of their times, and between two moments all
 * promises settle, so that a whole market with its exchanges is deterministic for a seed.
 */
class VirtualTime {
  #now = EPOCH
  #order = 0
  /** Binary heap with the earliest timer first. */
  readonly #timers: Timer[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): { cancel(): void } {
    return this.#at(this.#now + Math.max(0, Math.ceil(ms)), run)
  }

  every(ms: number, run: () => void): { cancel(): void } {
    let timer = this.after(ms, beat)
    const times = this
    function beat(): void {
      timer = times.after(ms, beat)
      run()
    }
    return { cancel: () => timer.cancel() }
  }

  /** Advances the time by `ms`, rounded, since clocks show whole ms. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + Math.round(ms)
    await settled()
    for (;;) {
      const first = this.#timers[0]
      if (first === undefined || first.dueAt > end) break
      this.#now = first.dueAt
      while (this.#timers[0]?.dueAt === this.#now) this.#take()?.run?.()
      await settled()
    }
    this.#now = end
  }

  /** Advances the time until `holds`; returns the time that took, ms, or null after `withinMs`. */
  async until(holds: () => boolean, withinMs: number, stepMs = 10): Promise<number | null> {
    const from = this.#now
    while (!holds()) {
      if (this.#now - from >= withinMs) return null
      await this.pass(stepMs)
    }
    return this.#now - from
  }

  /** Drops all timers. */
  clear(): void {
    this.#timers.length = 0
  }

  #at(dueAt: number, run: () => void): { cancel(): void } {
    const timer: Timer = { dueAt, order: this.#order++, run }
    const heap = this.#timers
    let index = heap.push(timer) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(timer, heap[parent] as Timer)) break
      heap[index] = heap[parent] as Timer
      index = parent
    }
    heap[index] = timer
    return {
      cancel: () => {
        timer.run = null
      },
    }
  }

  #take(): Timer | undefined {
    const heap = this.#timers
    const first = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child++
      if (!isBefore(heap[child] as Timer, last)) break
      heap[index] = heap[child] as Timer
      index = child
    }
    heap[index] = last
    return first
  }
}

const isBefore = (a: Timer, b: Timer) => a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.order < b.order)

/** Resolves once pending promises have settled. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The clock of all virtual parts of one test file. */
export const virtualTime = new VirtualTime()
