import { BAN_REASONS, type Ban } from '../../../system/files/ban-file.ts'
import { processTime } from '../../../system/system-clock.ts'
import { Budget, stampWords } from './budget.ts'
import type { Address } from './dialect.ts'
import type { SharedLimits } from './feed-context.ts'
import type { Limit } from './rate-window.ts'

/** Fraction of a published limit that we use at most: other programs may share the address (F21). */
const SHARE = 0.7
const BYTES_PER_WORD = BigInt64Array.BYTES_PER_ELEMENT

type PublishedLimits = Pick<Address, 'rest' | 'connects' | 'funding'>

/** Rate limits and ban of one address, common to all its clients in this process. */
export type AddressLimits = {
  readonly rest: Budget
  readonly connects: Budget
  readonly funding: Budget
  readonly ban: BanWord
}

export function sharedLimits(addresses: readonly Address[]): SharedLimits {
  const words = (address: Address) => new SharedArrayBuffer(wordsFor(address) * BYTES_PER_WORD)
  return Object.fromEntries(addresses.map((address) => [address.prefix, words(address)]))
}

/** Limits of one client alone, by its clock `time` (ms). */
export function ownLimits(address: PublishedLimits, time: () => number): AddressLimits {
  return limitsIn(new BigInt64Array(wordsFor(address)), address, time)
}

/** Limits common to all threads that were given the same buffer. */
export function limitsTogether(address: PublishedLimits, shared: SharedArrayBuffer): AddressLimits {
  return limitsIn(new BigInt64Array(shared), address, processTime)
}

function limitsIn(words: BigInt64Array, address: PublishedLimits, time: () => number): AddressLimits {
  let from = 0
  const next = (count: number) => {
    from += count
    return words.subarray(from - count, from)
  }
  const budget = (limits: readonly Limit[]) => new Budget(limits, next(sum(limits.map(stampWords))), time)
  const [rest, connects, funding] = oursOf(address).map(budget) as [Budget, Budget, Budget]
  return { rest, connects, funding, ban: new BanWord(next(1)) }
}

const wordsFor = (address: PublishedLimits): number => sum(oursOf(address).flat().map(stampWords)) + 1

/** Our share of the address's limits: of requests, new connections and funding calls, in this order. */
function oursOf({ rest, connects, funding }: PublishedLimits): readonly (readonly Limit[])[] {
  const ours = ({ count, perMs }: Limit) => ({ count: Math.max(1, Math.floor(count * SHARE)), perMs })
  return [[rest], connects, funding === undefined ? [] : [funding]].map((limits) => limits.map(ours))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The ban of an address that ends last, as one word: its end (epoch ms) above two bits for its reason's index. */
class BanWord {
  readonly #words: BigInt64Array

  constructor(words: BigInt64Array) {
    this.#words = words
  }

  /** The ban that ends last, past or present; null where there was none. */
  get last(): Ban | null {
    const word = Atomics.load(this.#words, 0)
    const reason = BAN_REASONS[Number(word & 3n)]
    return word === 0n || reason === undefined ? null : { until: Number(word >> 2n), reason }
  }

  /** Sets the reason, and the end to the later of both. */
  extend({ until, reason }: Ban): Ban {
    for (;;) {
      const before = Atomics.load(this.#words, 0)
      const last = Math.max(Math.ceil(until), Number(before >> 2n))
      const after = (BigInt(last) << 2n) | BigInt(BAN_REASONS.indexOf(reason))
      if (Atomics.compareExchange(this.#words, 0, before, after) === before) return { until: last, reason }
    }
  }
}
