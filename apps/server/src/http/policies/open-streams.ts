import { networkOf } from './address-windows.ts'

/** Most open streams of one address (security.md 64), and of all together, which bounds memory. */
const MOST_OF_ADDRESS = 500
const MOST = 20_000
/** Of these, those that visitors may have open: the rest is kept for people who are logged in. */
const MOST_OF_VISITORS = 16_000

/** Counts open streams, by address or any other name, and refuses those above the caps. */
export class OpenStreams {
  readonly #ofAddress = new Map<string, number>()
  readonly #most: number
  #open = 0
  #ofVisitors = 0

  /** `scale` multiplies `most`, the cap of one address. */
  constructor(scale: number, most = MOST_OF_ADDRESS) {
    this.#most = most * scale
  }

  /** Why another stream of the address is refused; null when it may open. */
  refusal(address: string, isVisitor = false): 'rate-limited' | 'unavailable' | null {
    if (this.#open >= MOST || (isVisitor && this.#ofVisitors >= MOST_OF_VISITORS)) return 'unavailable'
    const open = this.#ofAddress.get(networkOf(address)) ?? 0
    return open >= this.#most ? 'rate-limited' : null
  }

  /** Counts a stream until the returned function is called; a second call does nothing. */
  enter(address: string, isVisitor = false): () => void {
    const name = networkOf(address)
    const ofVisitors = isVisitor ? 1 : 0
    this.#open++
    this.#ofVisitors += ofVisitors
    this.#ofAddress.set(name, (this.#ofAddress.get(name) ?? 0) + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#open--
      this.#ofVisitors -= ofVisitors
      const left = (this.#ofAddress.get(name) ?? 1) - 1
      if (left === 0) this.#ofAddress.delete(name)
      else this.#ofAddress.set(name, left)
    }
  }
}
