import { HEADERS, type Mode, PATHS } from '@makas/contract'
import { byMode } from '@makas/domain'
import { getPlain, member } from '../../shared/api/get-plain.ts'
import { steadyNow, wallNow } from '../../shared/time/steady.ts'

/** Poll interval, ms (CONST-03). */
export const POLL_MS = 30_000
const ROWS = 3

/** A row of the miniature. */
export type MiniRow = {
  readonly id: string
  readonly base: string
  readonly quote: string
  readonly buy: string
  readonly sell: string
  readonly size: number
  readonly net: number
}

/** The sum behind a row's net gain, as exact text of the evidence. */
export type MiniSum = {
  readonly gross: string
  readonly slippage: string
  readonly fees: string
  readonly net: string
}

type MarketCount = {
  readonly exchanges: number
  readonly opportunities: number
  /** Of carry the number of pairs. */
  readonly modes: Readonly<Record<Mode, number>>
  readonly pairs: number
  readonly rejected: number
}

/** What the landing page polls: the visitors' figures, which are never the newest. */
export type LandingFigures = {
  readonly source: 'cache' | 'demo' | 'replay'
  /** Epoch ms of the list's oldest input. */
  readonly asOf: number
  /**
   * Age of `asOf` when the answer left the server, by the server's clock, ms. `heardAt`: steady time of its arrival,
   * ms.
   */
  readonly ageMs: number
  readonly heardAt: number
  readonly count: MarketCount
  readonly rows: readonly MiniRow[]
  /** Sum of the first row; null where the row has closed meanwhile. */
  readonly sum: MiniSum | null
}

/** Reads the current figures. Every field is checked by hand, since the schemas are not loaded on this page. */
export async function readFigures(signal: AbortSignal): Promise<LandingFigures> {
  const [stats, list] = await Promise.all([getPlain(PATHS.marketStats, signal), getPlain(PATHS.lists.spot, signal)])
  const heardAt = steadyNow()
  const asOf = readTime(list.headers.get(HEADERS.asOf))
  const rows = readRows(list.body)
  const first = rows[0]
  return {
    source: readSource(list.headers.get(HEADERS.source)),
    asOf,
    ageMs: Math.max(0, sentAt(list.headers) - asOf),
    heardAt,
    count: readCount(stats.body),
    rows,
    sum: first === undefined ? null : await sumOf(first.id, signal),
  }
}

/** The sum of a row; null where the row closed between the two calls. */
async function sumOf(id: string, signal: AbortSignal): Promise<MiniSum | null> {
  try {
    return readSum((await getPlain(PATHS.evidence(id), signal)).body)
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/** The best rows of the spot list by net gain in percent; a row that lacks a field is left out. */
function readRows(list: unknown): MiniRow[] {
  if (!Array.isArray(list)) return []
  return list
    .map(readRow)
    .filter((row) => row !== null)
    .sort((one, other) => other.net - one.net)
    .slice(0, ROWS)
}

function readRow(value: unknown): MiniRow | null {
  const text = (name: string) => {
    const found = member(value, name)
    return typeof found === 'string' && found !== '' ? found : null
  }
  const number = (name: string) => {
    const found = member(value, name)
    return typeof found === 'number' && Number.isFinite(found) ? found : null
  }
  const [id, base, quote, buy, sell] = ['id', 'base', 'quote', 'buy_exchange', 'sell_exchange'].map(text)
  const [size, net] = ['size', 'net_roi'].map(number)
  if (!id || !base || !quote || !buy || !sell || size == null || net == null) return null
  return { id, base, quote, buy, sell, size, net }
}

/** The sum in the evidence; null where a part is not plain decimal text (a fraction, for example). */
function readSum(answer: unknown): MiniSum | null {
  const evidence = member(answer, 'evidence')
  const amount = (name: string) => {
    const found = member(evidence, name)
    return typeof found === 'string' && /^-?\d{1,15}(\.\d{1,40})?$/.test(found) ? found : null
  }
  const [gross, slippage, fees, net] = ['gross', 'slippage', 'fees', 'net'].map(amount)
  return gross && slippage && fees && net ? { gross, slippage, fees, net } : null
}

/** @throws if counts are missing; the page then says so */
function readCount(stats: unknown): MarketCount {
  const found = member(stats, 'by_mode')
  const rejected: unknown[] = Object.values(Object(member(stats, 'rejected')))
  const rows = count(member(found, 'carry'))
  // A pair has a row for each of two leverages. A server of an earlier version counts only rows.
  const carry = count(member(stats, 'carry_pairs') ?? rows)
  return {
    exchanges: count(member(stats, 'active_exchanges')),
    opportunities: count(member(stats, 'total_opportunities')) - rows + carry,
    modes: { ...byMode((mode) => count(member(found, mode))), carry },
    pairs: count(member(stats, 'live_pairs')),
    rejected: rejected.reduce((sum: number, one) => sum + count(one), 0),
  }
}

function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error('no count')
  return value
}

const readSource = (header: string | null) => (header === 'demo' || header === 'replay' ? header : 'cache')

/**
 * Time of sending by the `Date` header, whose clock also stamped the list; the browser's time where a proxy removed the
 * header.
 */
function sentAt(headers: Headers): number {
  const header = headers.get('date')
  return header === null ? wallNow() : readTime(header)
}

function readTime(header: string | null): number {
  const at = Date.parse(header ?? '')
  if (Number.isNaN(at)) throw new Error('no time of the list')
  return at
}

/** Age of the figures now, ms. */
export const ageNow = ({ ageMs, heardAt }: LandingFigures): number => ageMs + steadyNow() - heardAt
