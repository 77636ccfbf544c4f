import { type Decimal, mantissaAt, pow10 } from '@makas/domain'
import { FEE_DECIMALS } from '../accounts/fee-tiers.ts'
import type { TestAccount } from '../accounts/test-account.ts'
import type { Instrument } from '../market/instrument.ts'
import { Perpetual } from '../market/perpetual.ts'

/**
 * An order. It is filled at once as far as possible and the rest is cancelled: orders never rest in a simulated book.
 */
export interface OrderRequest {
  readonly account: TestAccount
  readonly instrument: Instrument
  readonly side: 'buy' | 'sell'
  /** Size in lots, or for a market order on spot an amount of the quote. */
  readonly size: { readonly lots: number } | { readonly money: Decimal }
  /** Worst price, in ticks; null: any price. */
  readonly limit: number | null
  /** Fill or kill. */
  readonly isWhole: boolean
  /** For a perpetual: whether the order may only make a position smaller. */
  readonly reduceOnly: boolean
  /** The client's id of the order; null without one. */
  readonly clientId: string | null
}

export interface Fill {
  readonly id: number
  readonly ticks: number
  readonly lots: number
}

export interface Order extends OrderRequest {
  readonly id: number
  /** Lots. For an order by amount: the bought lots. */
  readonly lots: number
  readonly fills: readonly Fill[]
  /** Epoch ms by the exchange's clock. */
  readonly time: number
}

export const filledLots = ({ fills }: Pick<Order, 'fills'>): number => fills.reduce((sum, { lots }) => sum + lots, 0)

/** A whole number of units of 10^-decimals. `decimals` may be negative. */
const scaled = (units: bigint, decimals: number): Decimal =>
  decimals >= 0 ? { mantissa: units, decimals } : { mantissa: units * pow10(-decimals), decimals: 0 }

/** Quantity of the lots in base units, for a contract in contracts. */
export const quantityOf = (lots: number, { listing }: Instrument): Decimal => scaled(BigInt(lots), listing.sizeDecimals)

/** Base units of one contract; 1 where sizes are base units. */
function contractOf(instrument: Instrument): Decimal {
  if (!(instrument instanceof Perpetual)) return { mantissa: 1n, decimals: 0 }
  const [whole = '', fraction = ''] = instrument.terms.contractSize.split('.')
  return { mantissa: BigInt(whole + fraction), decimals: fraction.length }
}

/** Exact value of lots at a price in ticks, in the quote. */
export function valueAt(ticks: number, lots: number, instrument: Instrument): Decimal {
  const { priceDecimals, sizeDecimals } = instrument.listing
  const contract = contractOf(instrument)
  const units = BigInt(ticks) * BigInt(lots) * contract.mantissa
  return scaled(units, priceDecimals + sizeDecimals + contract.decimals)
}

export function sumOf(parts: readonly Decimal[]): Decimal {
  const decimals = Math.max(0, ...parts.map((one) => one.decimals))
  return { mantissa: parts.reduce((sum, one) => sum + mantissaAt(one, decimals), 0n), decimals }
}

export function minus(whole: Decimal, part: Decimal): Decimal {
  const decimals = Math.max(whole.decimals, part.decimals)
  return { mantissa: mantissaAt(whole, decimals) - mantissaAt(part, decimals), decimals }
}

export const filledValue = ({ fills, instrument }: Pick<Order, 'fills' | 'instrument'>): Decimal =>
  sumOf(fills.map(({ ticks, lots }) => valueAt(ticks, lots, instrument)))

/** Decimals of a fee; further digits are dropped. */
const FEE_DIGITS = 8

/** The asset of an order's fees. On spot the bought asset, except on Kraken; else the quote. */
export function feeAsset({ instrument, side }: Pick<Order, 'instrument' | 'side'>): 'base' | 'quote' {
  const { kind, exchange } = instrument.listing
  return kind === 'spot' && side === 'buy' && exchange !== 'kraken' ? 'base' : 'quote'
}

/** Fee of one fill, at the account's taker rate. */
export function feeOf(order: Pick<Order, 'instrument' | 'side' | 'account'>, { ticks, lots }: Fill): Decimal {
  const { instrument, account } = order
  const rate = (instrument.listing.kind === 'spot' ? account.fees.spot : account.fees.perp).taker
  const taken = feeAsset(order) === 'base' ? quantityOf(lots, instrument) : valueAt(ticks, lots, instrument)
  const units = taken.mantissa * BigInt(rate) * pow10(FEE_DIGITS)
  return { mantissa: units / pow10(taken.decimals + FEE_DECIMALS), decimals: FEE_DIGITS }
}
