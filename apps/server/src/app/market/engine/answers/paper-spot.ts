import {
  type CapturedSide,
  capturedFor,
  decimalText,
  detectSpot,
  exactText,
  isCapQuote,
  type Leg,
  paperFill,
  paperOrder,
} from '@makas/domain'
import type { PaperMoment, PaperQuote } from '../../../ports/trading/paper.ts'
import { captureLevels, levelTexts } from '../../opportunity/captured-levels.ts'
import { ages } from '../../opportunity/evaluation.ts'
import { decimalOrNull, mostOf } from '../../opportunity/present/present-leg.ts'
import type { SpotRoute } from '../../route/spot-route.ts'
import type { MarketEngine } from '../market-engine.ts'
import type { PersonalInputs } from './personal-spot.ts'

type Inputs = Pick<PersonalInputs, 'engine' | 'source' | 'spotCap'>

/** Limit of the levels per side that a paper order may use: keeps the stored books small. */
const MOST_LEVELS = 200

/** The paper order that an amount pays for on a listed spot row, with its fill from the books at `now` (epoch ms). */
export function paperQuote({ engine, source, spotCap }: Inputs, id: string, amount: string, now: number): PaperQuote {
  const route = openRoute(engine, id, now)
  const legs = route === null ? null : legsOf(route)
  if (route === null || legs === null) return { kind: 'closed' }
  const { base, quote } = route.buy.identity
  if (!isCapQuote(quote)) return { kind: 'other-currency' }
  const finding = detectSpot(legs.buy, legs.sell, { cap: spotCap(quote), confirmed: route.confirmed })
  if (finding.kind === 'none') return { kind: 'closed' }
  const size = exactText(finding.account.size)
  const books = { buy: capturedSide(legs.buy, 'asks', size), sell: capturedSide(legs.sell, 'bids', size) }
  const order = paperOrder(amount, size, books.buy, books.sell)
  if (order === null) return { kind: 'too-small' }
  const taken = { buy: capturedFor(order.size, books.buy), sell: capturedFor(order.size, books.sell) }
  return {
    kind: 'offered',
    offer: {
      source,
      symbol: `${base}/${quote}`,
      base,
      quote,
      buyExchange: route.buy.slot.exchange,
      sellExchange: route.sell.slot.exchange,
      latencyMs: ages(route.legs, now).latencyMs,
      order,
      books: taken,
      expected: paperFill(order, taken.buy, taken.sell),
    },
  }
}

/** The current books of a route, listed or not, as deep as a quantity of coins reaches. */
export function paperMoment(engine: MarketEngine, id: string, size: string, now: number): PaperMoment {
  const route = engine.routes.find((one) => one.id === id)
  const legs = route === undefined || !route.isLive(now) || route.isCrossed ? null : legsOf(route)
  const books =
    legs === null ? null : { buy: capturedSide(legs.buy, 'asks', size), sell: capturedSide(legs.sell, 'bids', size) }
  return { at: now, books }
}

function openRoute(engine: MarketEngine, id: string, now: number): SpotRoute | null {
  const route = engine.routes.find((one) => one.id === id)
  if (route === undefined || route.opportunity === null) return null
  return route.isLive(now) && !route.isCrossed ? route : null
}

function legsOf({ buy, sell }: SpotRoute): { readonly buy: Leg; readonly sell: Leg } | null {
  if (buy.terms === null || sell.terms === null) return null
  return { buy: { slot: buy.slot, terms: buy.terms }, sell: { slot: sell.slot, terms: sell.terms } }
}

function capturedSide({ slot, terms }: Leg, taken: 'asks' | 'bids', size: string): CapturedSide {
  const side = slot.book[taken]
  const levels = captureLevels(slot, side, Math.min(side.count, slot.visibleDepth, MOST_LEVELS))
  return capturedFor(size, {
    levels: levelTexts(levels, terms.contractSize),
    multiplier_digits: terms.multiplierDigits,
    fee: decimalText(terms.fee),
    lot_step: decimalText(terms.lotStep),
    min_qty: decimalOrNull(terms.minQty),
    min_notional: decimalOrNull(terms.minNotional),
    ...mostOf(terms),
  })
}
