import { isoSeconds } from '../../../clock.ts'
import { ratioText, stepText } from '../../../market/decimal-text.ts'
import type { Payment } from '../../../market/funding.ts'
import { startUsd } from '../../../market/listings.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import { absoluteRate, dotted, exponentText, quantity, relativeRate } from './numbers.ts'

/** Id of the fee schedule of all contracts. */
export const FEE_SCHEDULE = '723888f7-0a8e-4183-8648-f920a22339e3'

/** State of the system, which the answers of every product contain. */
export interface SystemState {
  readonly wallMs: number
  readonly isPostOnly: boolean
}

/** Plain pair name. Products and the socket call Bitcoin XBT; this field calls it BTC. */
const plainPair = ({ listing }: Perpetual) => `${listing.base}:USD`
const socketPair = ({ listing }: Perpetual) => `${listing.baseName}:USD`

const isSuspended = ({ state }: Perpetual): boolean => state !== 'trading'

/** The index price at a payment, in units of 10^-markDecimals. */
const ticksThen = ({ listing, terms }: Perpetual, { priceShare }: Payment): number =>
  Math.round(startUsd(listing.base) * priceShare * 10 ** terms.markDecimals)

/**
 * The rates of a ticker: the rate of the running hour, fixed at its start, and the estimate for the next hour. A zero
 * rate is left out.
 */
function rates(perp: Perpetual, wallMs: number) {
  const { settled, rate, nextAt } = perp.fundingAt(wallMs)
  const { markDecimals } = perp.terms
  const last = settled.at(-1)
  return {
    absolute: last && absoluteRate(last.rate, ticksThen(perp, last), markDecimals),
    relative: last && relativeRate(last.rate),
    absoluteNext: absoluteRate(rate, perp.indexTicks, markDecimals),
    relativeNext: relativeRate(rate),
    nextAt,
  }
}

/** Daily figures, without meaning. */
function day(perp: Perpetual) {
  const { listing, openPrice, lastPrice } = perp
  const scale = 10 ** listing.priceDecimals
  const open = Math.round(openPrice * scale)
  const lots = Math.round(5_000_000 / (1 + listing.rank)) * 10
  return {
    open: dotted(open, listing.priceDecimals),
    high: dotted(Math.round(Math.max(open, lastPrice) * 1.01), listing.priceDecimals),
    low: dotted(Math.round(Math.min(open, lastPrice) * 0.99), listing.priceDecimals),
    last: dotted(lastPrice, listing.priceDecimals),
    change: ratioText((lastPrice - open) * 100, open, 2),
    volume: quantity(lots, listing.sizeDecimals),
    volumeQuote: dotted(Math.round((lots / 10 ** listing.sizeDecimals) * openPrice), 0),
    openInterest: quantity(lots * 2, listing.sizeDecimals),
  }
}

function best({ listing, bids, asks }: Perpetual) {
  const price = (keys: readonly number[]) => dotted(Math.abs(keys[0] ?? 0), listing.priceDecimals)
  const size = (lots: readonly number[]) => quantity(lots[0] ?? 0, listing.sizeDecimals)
  return { bid: price(bids.keys), bidSize: size(bids.lots), ask: price(asks.keys), askSize: size(asks.lots) }
}

const field = (name: string, text: string | undefined): string => (text === undefined ? '' : `"${name}":${text},`)

/** A `ticker` message. Every message is complete. */
export function tickerFrame(perp: Perpetual, { wallMs, isPostOnly }: SystemState): string {
  const { listing, terms } = perp
  const { absolute, relative, absoluteNext, relativeNext, nextAt } = rates(perp, wallMs)
  const { bid, bidSize, ask, askSize } = best(perp)
  const { open, high, low, last, change, volume, volumeQuote, openInterest } = day(perp)
  const premium = ratioText((perp.markTicks - perp.indexTicks) * 100, perp.indexTicks, 1)
  const leverage = Math.round(1 / Number(terms.margins[0]?.initial ?? 1))
  return (
    `{"time":${wallMs},"product_id":"${listing.id}",` +
    field('funding_rate', absolute) +
    field('funding_rate_prediction', absoluteNext) +
    field('relative_funding_rate', relative) +
    field('relative_funding_rate_prediction', relativeNext) +
    `"next_funding_rate_time":${nextAt},"leverage":"${leverage}x","premium":${premium},"feed":"ticker",` +
    `"bid":${bid},"ask":${ask},"bid_size":${bidSize},"ask_size":${askSize},"volume":${volume},"dtm":0,` +
    `"index":${dotted(perp.indexTicks, terms.markDecimals)},"last":${last},"change":${change},` +
    `"suspended":${isSuspended(perp)},"tag":"perpetual","pair":"${socketPair(perp)}","openInterest":${openInterest},` +
    `"markPrice":${dotted(perp.markTicks, terms.markDecimals)},"maturityTime":0,"post_only":${isPostOnly},` +
    `"volumeQuote":${volumeQuote},"open":${open},"high":${high},"low":${low}}`
  )
}

/** An entry of REST `/tickers`: absolute rates only, without the time of the next payment. */
export function tickerEntry(perp: Perpetual, { wallMs, isPostOnly }: SystemState): string {
  const { listing, terms } = perp
  const { absolute, absoluteNext } = rates(perp, wallMs)
  const { bid, bidSize, ask, askSize } = best(perp)
  const { open, high, low, last, change, volume, volumeQuote, openInterest } = day(perp)
  return (
    `{"symbol":"${listing.id}","last":${last},"lastTime":"${new Date(wallMs - 1_500).toISOString()}",` +
    `"tag":"perpetual","pair":"${plainPair(perp)}","markPrice":${dotted(perp.markTicks, terms.markDecimals)},` +
    `"bid":${bid},"bidSize":${bidSize},"ask":${ask},"askSize":${askSize},"vol24h":${volume},` +
    `"volumeQuote":${volumeQuote},"openInterest":${openInterest},"open24h":${open},"high24h":${high},"low24h":${low},` +
    `"lastSize":${bidSize},"fundingRate":${exponentText(absolute ?? '0.0')},` +
    `"fundingRatePrediction":${exponentText(absoluteNext ?? '0.0')},"suspended":${isSuspended(perp)},` +
    `"indexPrice":${dotted(perp.indexTicks, terms.markDecimals)},"postOnly":${isPostOnly},"change24h":${change}}`
  )
}

export function instrumentEntry(perp: Perpetual, { isPostOnly }: SystemState): string {
  const { listing, terms } = perp
  const levels = terms.margins.map(
    ({ from, initial, maintenance }) =>
      `{"numNonContractUnits":${from}.0,"initialMargin":${initial},"maintenanceMargin":${maintenance}}`,
  )
  return (
    `{"symbol":"${listing.id}","type":"flexible_futures","tickSize":${exponentText(stepText(listing.priceDecimals))},` +
    `"contractSize":${terms.contractSize},"tradeable":${!isSuspended(perp)},"impactMidSize":${quantity(10, listing.sizeDecimals)},` +
    `"maxPositionSize":${quantity(listing.most.limitLots ?? 0, listing.sizeDecimals)},"openingDate":"2022-03-22T13:15:36Z",` +
    `"marginLevels":[${levels.join(',')}],"fundingRateCoefficient":8,"maxRelativeFundingRate":0.005,` +
    `"isin":"GB00BQ84JX13","contractValueTradePrecision":${listing.sizeDecimals},"postOnly":${isPostOnly},` +
    `"feeScheduleUid":"${FEE_SCHEDULE}","mtf":true,"base":"${listing.base}","quote":"USD",` +
    `"pair":"${plainPair(perp)}","category":"","tradfi":false,"isExpired":false}`
  )
}

export function statusEntry(perp: Perpetual): string {
  return (
    `{"tradeable":"${perp.listing.id}","experiencingDislocation":false,"priceDislocationDirection":null,` +
    `"experiencingExtremeVolatility":false,"extremeVolatilityInitialMarginMultiplier":1}`
  )
}

/** An entry of the funding history, stamped with the start of its hour. */
export function historyEntry(perp: Perpetual, payment: Payment): string {
  const absolute = absoluteRate(payment.rate, ticksThen(perp, payment), perp.terms.markDecimals)
  const relative = relativeRate(payment.rate)
  return (
    `{"timestamp":"${isoSeconds(payment.time)}","fundingRate":${exponentText(absolute ?? '0.0')},` +
    `"relativeFundingRate":${exponentText(relative ?? '0.0')}}`
  )
}
