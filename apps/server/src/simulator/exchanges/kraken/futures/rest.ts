import { FEE_TIERS } from '../../../accounts/fee-tiers.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import { type Context, json, type RestReply, type RestRequest } from '../../../wire/front.ts'
import { dotted, quantity } from './numbers.ts'
import { historyEntry, instrumentEntry, type SystemState, statusEntry, tickerEntry } from './prints.ts'
import { FuturesPrivateRest, feeSchedulesText } from './private-rest.ts'

const V3 = '/derivatives/api/v3'
/** Both documented paths of the history. Older clients use the second. */
const HISTORY = [
  `${V3}/historical-funding-rates`,
  '/derivatives/api/v4/historical-funding-rates',
  '/derivatives/api/v4/historicalfundingrates',
]

/** A tier's level is the volume from which it applies. */
const TIERS = Object.values(FEE_TIERS.kraken).map(({ level, perp }) => ({ volume: level, ...perp }))

/** The derivatives' REST: the public calls here, the signed ones in `FuturesPrivateRest`. Public calls cost nothing. */
export class FuturesRest {
  readonly #context: Context
  readonly #byId = new Map<string, Perpetual>()
  readonly #private: FuturesPrivateRest

  constructor(context: Context) {
    this.#context = context
    this.#private = new FuturesPrivateRest(context)
    for (const one of context.market.perpetuals) {
      if (one.listing.exchange === 'kraken') this.#byId.set(one.listing.id, one)
    }
  }

  /** The perpetual of a product id in any case. */
  product(id: string): Perpetual | undefined {
    const found = this.#byId.get(id.toUpperCase())
    return found?.state === 'delisted' ? undefined : found
  }

  systemState(perp?: Perpetual): SystemState {
    return {
      wallMs: this.#context.wall('kraken', perp?.listing.symbol),
      isPostOnly: this.#context.injector.systemStatus() === 'post_only',
    }
  }

  answer(request: RestRequest): RestReply {
    const signed = this.#private.answer(request)
    if (signed) return signed
    const { path, query } = request
    if (HISTORY.includes(path)) return this.#history(query.get('symbol'))
    if (path === `${V3}/instruments`)
      return this.#list('instruments', (one) => instrumentEntry(one, this.systemState(one)))
    if (path === `${V3}/instruments/status`) return this.#list('instrumentStatus', statusEntry)
    if (path === `${V3}/feeschedules`) return this.#good(feeSchedulesText(TIERS))
    if (path === `${V3}/tickers`) return this.#tickers(query)
    if (path === `${V3}/orderbook`) return this.#orderBook(query.get('symbol'))
    const one = /^\/derivatives\/api\/v3\/(?:instruments\/(\w+)\/status|tickers\/(\w+))$/.exec(path)
    if (!one) return this.#wrong(404, 'NOT_FOUND', 0, '404 NOT_FOUND')
    const perp = this.product(one[1] ?? one[2] ?? '')
    if (!perp) return this.#invalidSymbol()
    return one[1] === undefined
      ? this.#good(`"ticker":${tickerEntry(perp, this.systemState(perp))}`)
      : this.#good(statusEntry(perp).slice(1, -1))
  }

  #tickers(query: URLSearchParams): RestReply {
    const wanted = query.getAll('symbol').map((name) => name.toUpperCase())
    const kinds = query.getAll('contractType')
    const fits = (perp: Perpetual) =>
      (wanted.length === 0 || wanted.includes(perp.listing.id)) &&
      (kinds.length === 0 || kinds.includes('flexible_futures'))
    return this.#list('tickers', (one) => tickerEntry(one, this.systemState(one)), fits)
  }

  #orderBook(symbol: string | null): RestReply {
    const perp = this.product(symbol ?? '')
    if (!perp) return this.#invalidSymbol()
    const { listing } = perp
    const side = (levels: Perpetual['bids']) =>
      levels.keys
        .map((key, i) => {
          const lots = levels.lots[i] as number
          return `[${dotted(Math.abs(key), listing.priceDecimals)},${quantity(lots, listing.sizeDecimals)}]`
        })
        .join(',')
    return this.#good(`"orderBook":{"bids":[${side(perp.bids)}],"asks":[${side(perp.asks)}]}`)
  }

  #history(symbol: string | null): RestReply {
    const perp = this.product(symbol ?? '')
    if (!perp) return this.#invalidSymbol()
    const { settled } = perp.fundingAt(this.systemState(perp).wallMs)
    return this.#good(`"rates":[${settled.map((payment) => historyEntry(perp, payment)).join(',')}]`)
  }

  #list(name: string, entry: (perp: Perpetual) => string, fits: (perp: Perpetual) => boolean = () => true): RestReply {
    const listed = [...this.#byId.values()].filter((one) => one.state !== 'delisted' && fits(one))
    return this.#good(`"${name}":[${listed.map(entry).join(',')}]`)
  }

  #good(fields: string): RestReply {
    return json(`{"result":"success",${fields},"serverTime":"${this.#serverTime()}"}`)
  }

  #invalidSymbol(): RestReply {
    return this.#wrong(400, 'BAD_REQUEST', 11, 'Argument invalid: symbol')
  }

  #wrong(http: number, status: string, code: number, message: string): RestReply {
    return json({ status, result: 'error', errors: [{ code, message }], serverTime: this.#serverTime() }, http)
  }

  #serverTime(): string {
    return new Date(this.#context.wall('kraken')).toISOString()
  }
}
