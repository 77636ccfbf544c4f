const WINDOW_MS = 60_000
/** Most addresses counted in a minute. Further addresses share one allowance, so that memory stays bounded. */
const MOST_ADDRESSES = 100_000
const OTHERS = 'others'

/** Counts requests per address in windows of a minute (security.md 64). */
export class AddressWindows {
  readonly #most: number
  #counts = new Map<string, number>()
  #startedAt = Number.NEGATIVE_INFINITY

  /** `most` requests an address a minute. */
  constructor(most: number) {
    this.#most = most
  }

  /** Null when the request may pass, else the seconds to wait (at least 1). `now` in epoch ms. */
  refusal(address: string, now: number): number | null {
    if (now - this.#startedAt >= WINDOW_MS) {
      this.#startedAt = now
      this.#counts = new Map()
    }
    const known = networkOf(address)
    const name = this.#counts.size < MOST_ADDRESSES || this.#counts.has(known) ? known : OTHERS
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    if (count <= this.#most) return null
    return Math.max(1, Math.ceil((this.#startedAt + WINDOW_MS - now) / 1_000))
  }
}

/** An IPv4 address (also if it is mapped into IPv6), or the /64 of an IPv6 address, which one subscriber has. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7)
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Math.max(0, 8 - left.length - right.length)
  return `${[...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')}::/64`
}

/** The network around an address: the /24 of IPv4, the /48 of IPv6 (security.md 20). */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address)
  if (!network.includes(':')) return network.replace(/\.\d+$/, '.0/24')
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}
