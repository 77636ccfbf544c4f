import type { PlainBook } from './plain-book.ts'
import { carryId, type PlainPair, plainCarry } from './plain-carry.ts'
import type { PlainKnowledge } from './plain-knowledge.ts'
import type { PlainFinding, PlainVerdict } from './plain-row.ts'
import { plainSpot } from './plain-spot.ts'
import { type PlainStep, plainTri, triId } from './plain-tri.ts'
import type { PlainLeg } from './plain-walk.ts'

export type PlainRoute = {
  readonly id: string
  /** Legs in order of execution. */
  readonly legs: readonly PlainLeg[]
  /** `stamp` is unique to each frame, so that what several routes share is computed once. */
  readonly judge: (t: number, stamp: number) => PlainVerdict
  /** The finding printed last, while open; else null. */
  open: (PlainFinding & Record<string, unknown>) | null
}

const STARTS = ['USDT', 'USDC', 'BTC', 'ETH', 'EUR', 'TRY']
const LEVERAGES = [1n, 2n]

/** All routes between the legs seen so far, in the order of their ids. */
export class PlainRoutes {
  readonly #knowledge: PlainKnowledge
  readonly #legs: PlainLeg[] = []
  #all: PlainRoute[] = []
  readonly #byBook = new Map<PlainBook, PlainRoute[]>()

  constructor(knowledge: PlainKnowledge) {
    this.#knowledge = knowledge
  }

  get all(): readonly PlainRoute[] {
    return this.#all
  }

  of(book: PlainBook): readonly PlainRoute[] {
    return this.#byBook.get(book) ?? []
  }

  /** Adds an instrument; of one pair on an exchange the first counts. */
  join(leg: PlainLeg): void {
    const here = this.#legs.filter(({ book }) => book.exchange === leg.book.exchange)
    const isSame = (one: PlainLeg) => one.base === leg.base && one.quote === leg.quote
    if (here.some((one) => isSame(one) && one.book.market === leg.book.market)) return
    this.#legs.push(leg)
    const opposite = here.find((one) => isSame(one) && one.book.market !== leg.book.market)
    const made = opposite === undefined ? [] : this.#carry(leg, opposite)
    if (leg.book.market === 'spot') {
      for (const other of this.#legs) {
        const isElsewhere = other.book.exchange !== leg.book.exchange && other.book.market === 'spot'
        if (isElsewhere && isSame(other)) made.push(spotRoute(leg, other), spotRoute(other, leg))
      }
      made.push(...cycles([...here.filter(({ book }) => book.market === 'spot'), leg], leg))
    }
    this.#all = inOrder([...this.#all, ...made])
    for (const route of made) {
      for (const { book } of route.legs) this.#byBook.set(book, inOrder([...this.of(book), route]))
    }
  }

  #carry(a: PlainLeg, b: PlainLeg): PlainRoute[] {
    const [spot, perp] = a.book.market === 'spot' ? [a, b] : [b, a]
    const { exchange, symbol } = perp.book
    const known = this.#knowledge.perp(exchange, symbol)
    const borrow = () => this.#knowledge.borrow(exchange, spot.listing.base)
    return (['long-spot', 'reverse'] as const).flatMap((side) => {
      const pair: PlainPair = { spot, perp, side, known, borrow }
      let last: { stamp: number; found: ReturnType<typeof plainCarry> } | null = null
      const both = (t: number, stamp: number) => {
        if (last?.stamp !== stamp) last = { stamp, found: plainCarry(pair, t) }
        return last.found
      }
      return LEVERAGES.map((leverage): PlainRoute => {
        const judge = (t: number, stamp: number) => {
          const found = both(t, stamp)
          return typeof found === 'string' ? found : (found.get(leverage) as PlainFinding)
        }
        return { id: carryId(pair, leverage), legs: [spot, perp], judge, open: null }
      })
    })
  }
}

function spotRoute(buy: PlainLeg, sell: PlainLeg): PlainRoute {
  const id = `spot.${buy.base}-${buy.quote}.${buy.book.exchange}.${sell.book.exchange}`
  return { id, legs: [buy, sell], judge: (t) => plainSpot(id, buy, sell, t), open: null }
}

/** Every cycle on one exchange that passes through a leg (formulas.md § 4). */
function cycles(legs: readonly PlainLeg[], through: PlainLeg): PlainRoute[] {
  const step = (from: string, to: string): PlainStep | null => {
    const buy = legs.find(({ base, quote }) => base === to && quote === from)
    const sell = legs.find(({ base, quote }) => base === from && quote === to)
    return buy !== undefined ? { leg: buy, side: 'buy' } : sell !== undefined ? { leg: sell, side: 'sell' } : null
  }
  const assets = new Set(legs.flatMap(({ base, quote }) => [base, quote]))
  const made: PlainRoute[] = []
  for (const start of STARTS) {
    for (const second of assets) {
      const one = second === start ? null : step(start, second)
      if (one === null) continue
      for (const third of assets) {
        if (third === start || third === second) continue
        const [two, three] = [step(second, third), step(third, start)]
        if (two === null || three === null || ![one, two, three].some(({ leg }) => leg === through)) continue
        made.push(triRoute([start, second, third], [one, two, three]))
      }
    }
  }
  return made
}

function triRoute(assets: readonly string[], steps: readonly PlainStep[]): PlainRoute {
  const legs = steps.map(({ leg }) => leg)
  const exchange = legs[0]?.book.exchange ?? ''
  return { id: triId(exchange, assets), legs, judge: (t) => plainTri(assets, steps, t), open: null }
}

const inOrder = (routes: readonly PlainRoute[]) => [...routes].sort((a, b) => (a.id < b.id ? -1 : 1))
