import { type EvidenceLeg, PAPER, PAPER_SENTENCES, PATHS, PaperTrade, SpotAnswer } from '@makas/contract'
import { type CapturedSide, paperFill, paperOrder } from '@makas/domain'
import { z } from 'zod'
import { ask } from '../../shared/api/ask.ts'
import { failureStatus } from '../../shared/api/failure.ts'
import { whole } from '../../shared/format/numbers.ts'
import { removePreference, storedPreference, storePreference } from '../../shared/storage/preferences.ts'
import { wallNow } from '../../shared/time/steady.ts'
import { portfolioText } from '../../text/market/portfolio.ts'

const KEY = 'makas.paperTrades'
/** Most trades that a browser keeps: fewer than an account, because browser storage is small. */
const MOST = 200
const NOTHING = { size: '0', bought: '0', sold: '0', fees: '0', net: '0' } as const
const Stored = z.array(PaperTrade)

/** Why a visitor's order was refused, as a sentence. */
export class PaperRefusal extends Error {}

/** A visitor's paper trades, newest first, from this browser's storage; none where it is unreadable. */
export function visitorTrades(): readonly PaperTrade[] {
  const text = storedPreference(KEY)
  if (text === null) return []
  try {
    return Stored.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

export const resetVisitorTrades = (): void => removePreference(KEY)

/** `isKept`: false where the browser would not store it. */
export type PaperOrderResult = { readonly trade: PaperTrade; readonly isKept: boolean }

/**
 * Orders a row on paper without an account: the server's computation, over the visitors' cached books, which are read
 * again once the row's latency has passed. Throws `PaperRefusal` or `ApiFailure`.
 */
export async function orderAsVisitor(id: string, amount: number): Promise<PaperOrderResult> {
  const trades = visitorTrades()
  if (trades.length >= MOST) throw new PaperRefusal(portfolioText.order.full(whole(MOST)))
  if (amount > PAPER.start + trades.reduce((sum, { got }) => sum + Number(got.net), 0))
    throw new PaperRefusal(PAPER_SENTENCES.balance)
  const first = await evidenceOf(id)
  if (first === null) throw new PaperRefusal(PAPER_SENTENCES.closed)
  const { row } = first
  const before = sidesOf(first)
  if (before === null) throw new PaperRefusal(PAPER_SENTENCES.closed)
  const order = paperOrder(String(amount), first.evidence.size, before.buy, before.sell)
  if (order === null) throw new PaperRefusal(PAPER_SENTENCES.tooSmall)
  const orderedAt = wallNow()
  await new Promise((resolve) => setTimeout(resolve, row.latency_ms))
  const second = await evidenceOf(id)
  const after = second === null ? null : sidesOf(second)
  const got = after === null ? NOTHING : paperFill(order, after.buy, after.sell)
  const trade: PaperTrade = {
    id: `visitor-${orderedAt}`,
    opportunity_id: id,
    source: row.source,
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    buy_exchange: row.buy_exchange,
    sell_exchange: row.sell_exchange,
    amount: String(amount),
    limit_price: order.limit,
    latency_ms: row.latency_ms,
    status: got.size === order.size ? 'filled' : got.size === '0' ? 'missed' : 'partial',
    shortfall: after === null ? 'no-live-book' : got.size === order.size ? null : 'price',
    expected: paperFill(order, before.buy, before.sell),
    got,
    ordered_at: new Date(orderedAt).toISOString(),
    filled_at: new Date(wallNow()).toISOString(),
  }
  // Read again: another tab may have ordered or reset meanwhile.
  return { trade, isKept: storePreference(KEY, JSON.stringify([trade, ...visitorTrades()])) }
}

async function evidenceOf(id: string): Promise<SpotAnswer | null> {
  try {
    const { value } = await ask({ path: PATHS.evidence(id), answer: SpotAnswer, as: 'visitor' })
    return value.row.state === 'LIVE' ? value : null
  } catch (error) {
    if (failureStatus(error) === 404) return null
    throw error
  }
}

function sidesOf({ evidence }: SpotAnswer): { readonly buy: CapturedSide; readonly sell: CapturedSide } | null {
  const [buy, sell] = evidence.legs.map(capturedSideOf)
  return buy == null || sell == null ? null : { buy, sell }
}

/** A leg as the side of a paper trade; null where a trading rule is unknown. */
function capturedSideOf({
  levels,
  multiplier,
  fee,
  lot_step,
  min_qty,
  min_notional,
  max_qty = null,
  max_notional = null,
  tick = null,
}: EvidenceLeg): CapturedSide | null {
  if (lot_step === null) return null
  const rules = { lot_step, min_qty, min_notional, max_qty, max_notional, tick }
  return { levels, multiplier_digits: multiplier.length - 1, fee, ...rules }
}
