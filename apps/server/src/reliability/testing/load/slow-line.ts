import { virtualTime } from '../world/virtual-time.ts'

type Item = { readonly bytes: number; readonly arrive: () => void }

/** One direction of a connection with limited bandwidth; keeps the order. */
export class SlowLine {
  readonly #bytesPerMs: () => number
  readonly #waiting: Item[] = []
  #timer: { cancel(): void } | null = null

  /** @param bytesPerMs bandwidth now; infinite: no limit. */
  constructor(bytesPerMs: () => number) {
    this.#bytesPerMs = bytesPerMs
  }

  carry(bytes: number, arrive: () => void): void {
    if (this.#waiting.length === 0 && this.#bytesPerMs() === Number.POSITIVE_INFINITY) {
      arrive()
      return
    }
    this.#waiting.push({ bytes, arrive })
    if (this.#timer === null) this.#next()
  }

  /** To be called after the bandwidth changed: reschedules what waits. */
  changed(): void {
    this.#timer?.cancel()
    this.#next()
  }

  #next(): void {
    this.#timer = null
    const [first] = this.#waiting
    if (first === undefined) return
    this.#timer = virtualTime.after(first.bytes / this.#bytesPerMs(), () => {
      this.#waiting.shift()
      first.arrive()
      this.#next()
    })
  }
}
