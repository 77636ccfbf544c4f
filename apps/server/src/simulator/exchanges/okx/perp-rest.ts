import { shortText } from '../../market/decimal-text.ts'
import type { Perpetual } from '../../market/perpetual.ts'
import { type Context, json, type RestReply } from '../../wire/front.ts'
import { familyOf, fundingData, indexData, markData, paymentData, tierData } from './perp-prints.ts'

const HISTORY_LIMIT = 400
/** Ranks of coins that can be borrowed. */
const BORROWED_RANKS = 90

export const good = (data: unknown): RestReply => json({ code: '0', msg: '', data })
export const wrong = (code: string, msg: string, status = 200): RestReply => json({ code, msg, data: [] }, status)
export const unknownInstrument = (): RestReply =>
  wrong('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.")
const missing = (name: string) => wrong('50014', `Parameter ${name} can not be empty.`, 400)

/** OKX's REST calls of swaps beside the books. */
export class OkxPerpRest {
  readonly #context: Context
  readonly #swaps: () => readonly Perpetual[]

  /** `swaps` lists the swaps that are not delisted. */
  constructor(context: Context, swaps: () => readonly Perpetual[]) {
    this.#context = context
    this.#swaps = swaps
  }

  /** The answer; undefined where the path is not one of these calls. */
  answer(path: string, query: URLSearchParams): RestReply | undefined {
    switch (path) {
      case '/api/v5/public/funding-rate':
        return this.#funding(query)
      case '/api/v5/public/funding-rate-history':
        return this.#history(query)
      case '/api/v5/public/mark-price':
        return this.#marks(query)
      case '/api/v5/market/index-tickers':
        return this.#indexes(query)
      case '/api/v5/public/position-tiers':
        return this.#tiers(query)
      case '/api/v5/public/interest-rate-loan-quota':
        return good([this.#loans()])
      default:
        return undefined
    }
  }

  #wall({ listing }: Perpetual): number {
    return this.#context.wall('okx', listing.symbol)
  }

  #findSwap(id: string): Perpetual | undefined {
    return this.#swaps().find(({ listing }) => listing.id === id)
  }

  #funding(query: URLSearchParams): RestReply {
    const id = query.get('instId')
    if (!id) return missing('instId')
    if (id === 'ANY') return good(this.#swaps().map((one) => fundingData(one, this.#wall(one))))
    const perp = this.#findSwap(id)
    return perp ? good([fundingData(perp, this.#wall(perp))]) : unknownInstrument()
  }

  /** Funding payments, newest first: later than `before`, earlier than `after`. */
  #history(query: URLSearchParams): RestReply {
    const id = query.get('instId')
    if (!id) return missing('instId')
    const perp = this.#findSwap(id)
    if (!perp) return unknownInstrument()
    const limit = Math.min(HISTORY_LIMIT, Number(query.get('limit') ?? HISTORY_LIMIT))
    const after = Number(query.get('after') ?? Number.POSITIVE_INFINITY)
    const before = Number(query.get('before') ?? 0)
    const fits = perp.fundingAt(this.#wall(perp)).settled.filter(({ time }) => time < after && time > before)
    return good(
      fits
        .slice(-limit)
        .reverse()
        .map((payment) => paymentData(perp, payment)),
    )
  }

  #marks(query: URLSearchParams): RestReply {
    const [kind, id, family] = [query.get('instType'), query.get('instId'), query.get('instFamily')]
    // Documented as required, but clients leave it out where they name the instrument.
    if (!kind && !id) return missing('instType')
    if (kind && kind !== 'SWAP') return good([])
    const fits = this.#swaps().filter((one) => (!id || one.listing.id === id) && (!family || familyOf(one) === family))
    return id && fits.length === 0 ? unknownInstrument() : good(fits.map((one) => markData(one, this.#wall(one))))
  }

  #indexes(query: URLSearchParams): RestReply {
    const [quote, id] = [query.get('quoteCcy'), query.get('instId')]
    if (!quote && !id) return missing('quoteCcy or instId')
    const fits = this.#swaps().filter((one) => (id ? familyOf(one) === id : one.listing.quote === quote))
    return id && fits.length === 0 ? unknownInstrument() : good(fits.map((one) => indexData(one, this.#wall(one))))
  }

  #tiers(query: URLSearchParams): RestReply {
    const mode = query.get('tdMode')
    if (query.get('instType') !== 'SWAP') return wrong('51000', 'Parameter instType error', 400)
    if (mode !== 'cross' && mode !== 'isolated') return wrong('51000', 'Parameter tdMode error', 400)
    const families = (query.get('instFamily') ?? query.get('uly') ?? '').split(',').filter((name) => name !== '')
    if (families.length === 0) return missing('instFamily')
    if (families.length > 5) return wrong('51000', 'Parameter instFamily error', 400)
    const fits = this.#swaps().filter((one) => families.includes(familyOf(one)))
    return fits.length === 0 ? unknownInstrument() : good(fits.flatMap(tierData))
  }

  /** Daily borrow rates, 10^-8: about 0.5 % a year for the most traded coins, more for rarer coins. */
  #loans(): unknown {
    const basic = this.#swaps().flatMap(({ listing, terms }) => {
      if (listing.rank >= BORROWED_RANKS) return []
      // Many borrow a coin that many sell short.
      const yearly = 0.005 + listing.rank * 0.0006 + (terms.hourlyRate < 0 ? 0.02 : 0)
      return [loan(listing.baseName, yearly, Math.round(5_000_000 / (1 + listing.rank)))]
    })
    return {
      configCcyList: [{ ccy: 'USDT', rate: loan('USDT', 0.06, 0).rate }],
      basic: [loan('USDT', 0.06, 500_000), loan('USDC', 0.055, 100_000), ...basic],
      vip: [{ irDiscount: '', loanQuotaCoef: '6', level: 'VIP1' }],
      config: [{ ccy: 'USDT', stgyType: '0', quota: '3000000', level: 'VIP 8' }],
      regular: [{ irDiscount: '', loanQuotaCoef: '1', level: 'Lv1' }],
    }
  }
}

const loan = (ccy: string, yearly: number, quota: number) => ({
  ccy,
  quota: String(quota),
  rate: shortText(Math.round((yearly / 365) * 1e8), 8),
})
