import { virtualTime } from './virtual-time.ts'

type Item = { readonly bytes: number; readonly arrive: () => void }

/** One direction of a connection behind a proxy that may let through only so many bytes a second, in order. */
export class SlowLine {
  readonly #bytesPerMs: () => number
  readonly #waiting: Item[] = []
  #timer: { cancel(): void } | null = null

  /** @param bytesPerMs what it lets through now; infinite for a line that holds nothing back. */
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

  /** The line may be faster from now on: what waits is looked at anew. */
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
