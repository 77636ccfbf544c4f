import { decimalText } from '@makas/domain'
import type { HeldLeg } from '../../../../app/ports/trading/key-vault.ts'
import type { ListedOrder, OrderTrail, TrailWish } from '../../../../app/ports/trading/order-vault.ts'
import { CallRefusal, unreachable } from '../account-api.ts'
import type { Asker } from '../askers.ts'
import { amountOf, at } from '../fields.ts'
import { sum } from '../held.ts'
import { baseIn, type OrderApi, type OrderCalls, type Page } from './order-api.ts'

/** Rights under which only the balances of the account that pays for spot orders are read. */
const SPOT_ALONE = { read: null, spotTrade: null, futuresTrade: false, withdraw: null, transfer: null }

/**
 * What an account holds of each leg, in the exchange's units; long and short positions of a perpetual together.
 * @throws CallRefusal
 */
export async function heldOf(
  api: OrderApi,
  { ask, api: account }: Asker,
  legs: readonly HeldLeg[],
): Promise<readonly string[]> {
  const isAnySpot = legs.some(({ market }) => market === 'spot')
  const trading = isAnySpot ? (await account.balances(ask, SPOT_ALONE)).trading : []
  const held: string[] = []
  for (const leg of legs) {
    const base = leg.market === 'spot' ? baseIn(leg) : null
    const own = trading.filter(({ asset }) => asset === base).map(({ total }) => amountOf(total))
    held.push(decimalText(base === null ? sum(...(await api.positions(leg.symbol, ask))) : sum(...own)))
  }
  return held
}

/**
 * Cancels an order by its client id, so that it can come about no later, and then reads all lists that would name it,
 * one after the other: Kraken refuses calls whose numbers arrive out of turn. @throws CallRefusal also where a list does
 * not reach back far enough
 */
export async function trailOf(
  api: OrderApi,
  asker: Asker,
  { ask, askAbout }: OrderCalls,
  { since, cancel, watched, ...leg }: TrailWish,
): Promise<OrderTrail> {
  const cancelled = cancel === null ? null : await askAbout(api.cancelling(leg, cancel))
  // Kraken counts what it cancelled, which may be nothing.
  const isCancelled = cancelled !== null && at(cancelled, 'count') !== 0
  // All open orders count, however old they are.
  const open = whole(await api.openOrders(leg, ask), Number.NEGATIVE_INFINITY)
  const past = whole(await api.history(leg, ask), since)
  const fills = whole(await api.fills(leg, ask), since)
  const held = await heldOf(api, asker, watched)
  const listed = [...open, ...past]
  const orders = new Map<string, ListedOrder>(
    listed.map(({ clientId, orderId, side }) => [orderId, { clientId, orderId, side }]),
  )
  // A cancelled order that no list has yet is still looked up: nobody knows its other fields.
  const isListed = listed.some(({ clientId }) => clientId === cancel)
  return {
    kind: 'read',
    orders: [...orders.values()],
    hasStrayFill: (isCancelled && !isListed) || fills.some((fill) => fill.time >= since && !orders.has(fill.orderId)),
    held,
  }
}

/** The entries of a page that reaches back to a moment. @throws CallRefusal where the page does not */
function whole<T extends { readonly time: number }>({ entries, most }: Page<T>, since: number): readonly T[] {
  if (entries.length < most || entries.some((one) => one.time < since)) return entries
  throw new CallRefusal(unreachable('unreadable'))
}
