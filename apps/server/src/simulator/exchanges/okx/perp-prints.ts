import { shortText, signedText, stepText } from '../../market/decimal-text.ts'
import { type Payment, RATE_DECIMALS } from '../../market/funding.ts'
import type { Perpetual } from '../../market/perpetual.ts'

const HOUR_MS = 3_600_000
/** Time between a payment and its settlement, ms. */
const PROCESSING_MS = 5_000

const rateText = (rate: number): string => signedText(rate, RATE_DECIMALS)

/** `BTC-USDT`: the family of the swap, and the name of its index. */
export const familyOf = ({ listing }: Perpetual): string => `${listing.baseName}-${listing.quote}`

/** An entry of `instruments`. Sizes count contracts, and only the family's name tells the currencies. */
export function swapEntry(perp: Perpetual): unknown {
  const { listing, terms, state, index } = perp
  return {
    alias: '',
    auctionEndTime: '',
    baseCcy: '',
    category: '1',
    contTdSwTime: '',
    ctMult: '1',
    ctType: 'linear',
    ctVal: terms.contractSize,
    ctValCcy: listing.baseName,
    expTime: '',
    futureSettlement: false,
    groupId: '1',
    instFamily: familyOf(perp),
    instId: listing.id,
    instIdCode: 10_000 + index,
    instType: 'SWAP',
    lever: String(Math.round(1 / Number(terms.margins[0]?.initial ?? 1))),
    listTime: '1573557408000',
    lotSz: stepText(listing.sizeDecimals),
    maxIcebergSz: '100000000.0000000000000000',
    maxLmtAmt: '20000000',
    maxLmtSz: shortText(listing.most.limitLots ?? 0, listing.sizeDecimals),
    maxMktAmt: '',
    maxMktSz: shortText(listing.most.marketLots ?? 0, listing.sizeDecimals),
    maxStopSz: '20000',
    maxTriggerSz: '100000000.0000000000000000',
    maxTwapSz: '100000000.0000000000000000',
    minSz: shortText(listing.minLots, listing.sizeDecimals),
    openType: '',
    optType: '',
    posLmtAmt: '',
    posLmtPct: '',
    preMktSwTime: '',
    quoteCcy: '',
    ruleType: 'normal',
    settleCcy: listing.quote,
    state: state === 'trading' ? 'live' : 'suspend',
    stk: '',
    tickSz: stepText(listing.priceDecimals),
    tradeQuoteCcyList: [],
    uly: familyOf(perp),
    upcChg: [],
  }
}

/**
 * Funding as stream and REST print it. `fundingRate`: the forecast for the payment at `fundingTime`. The interval is
 * the distance to `nextFundingTime`.
 */
export function fundingData(perp: Perpetual, wallMs: number) {
  const { rate, nextAt, statedHours, settled } = perp.fundingAt(wallMs)
  const last = settled.at(-1)
  return {
    formulaType: 'withRate',
    fundingRate: rateText(rate),
    fundingTime: String(nextAt),
    impactValue: '10000.0000000000000000',
    instId: perp.listing.id,
    instType: 'SWAP',
    interestRate: '0.0001000000000000',
    maxFundingRate: '0.00375',
    method: 'current_period',
    minFundingRate: '-0.00375',
    nextFundingRate: '',
    nextFundingTime: statedHours === null ? '' : String(nextAt + statedHours * HOUR_MS),
    premium: signedText(Math.round(perp.smoothedBasis * 1e12), 12),
    prevFundingTime: last ? String(last.time) : '',
    settFundingRate: last ? rateText(last.rate) : '',
    settState: last && wallMs - last.time < PROCESSING_MS ? 'processing' : 'settled',
    ts: String(wallMs),
  }
}

export const paymentData = ({ listing }: Perpetual, { time, rate }: Payment) => ({
  formulaType: 'withRate',
  fundingRate: rateText(rate),
  fundingTime: String(time),
  instId: listing.id,
  instType: 'SWAP',
  method: 'current_period',
  realizedRate: rateText(rate),
})

export const markData = (perp: Perpetual, wallMs: number) => ({
  instType: 'SWAP',
  instId: perp.listing.id,
  markPx: shortText(perp.markTicks, perp.terms.markDecimals),
  ts: String(wallMs),
})

export function indexData(perp: Perpetual, wallMs: number) {
  const { openPrice, indexPrice, terms } = perp
  const price = (value: number) => shortText(Math.round(value * 10 ** terms.markDecimals), terms.markDecimals)
  return {
    instId: familyOf(perp),
    idxPx: shortText(perp.indexTicks, terms.markDecimals),
    high24h: price(Math.max(openPrice, indexPrice) * 1.01),
    sodUtc0: price(openPrice),
    open24h: price(openPrice),
    low24h: price(Math.min(openPrice, indexPrice) * 0.99),
    sodUtc8: price(openPrice),
    ts: String(wallMs),
  }
}

/** Margin tiers in contracts, the first from 0. Both ends belong to a tier, so the next tier begins one lot above. */
export function tierData(perp: Perpetual): unknown[] {
  const { listing, terms } = perp
  const contractValue = perp.openPrice * Number(terms.contractSize)
  const from = terms.margins.map((level) => Math.floor(level.from / contractValue))
  return terms.margins.map(({ initial, maintenance }, i) => ({
    baseMaxLoan: '',
    imr: initial,
    instFamily: familyOf(perp),
    instId: '',
    maxLever: shortText(Math.round(100 / Number(initial)), 2),
    maxSz: String(from[i + 1] ?? (from[i] as number) * 4),
    minSz: i === 0 ? '0' : shortText((from[i] as number) * 10 ** listing.sizeDecimals + 1, listing.sizeDecimals),
    mmr: maintenance,
    optMgnFactor: '0',
    quoteMaxLoan: '',
    tier: String(i + 1),
    uly: familyOf(perp),
  }))
}
