import { MarketStats } from '@makas/contract'
import { byMode, limitOf, type Mode, sumOfModes } from '@makas/domain'
import type { FeedTally, MarketState, MarketTally, PublishedRow } from '../../app/engine-protocol/state.ts'
import { aged } from '../presenters/market-view.ts'
import { isOver, isReadable } from './shard-rows.ts'
import { jsonIn } from './shard-texts.ts'

/** Delay that is ignored, ms: a state takes as long between the threads of one process (F13). */
const FRESH_MS = 250
/** Age below which a book is live on every exchange, ms. Above it only the engine that keeps the book can tell. */
const LEAST_LIMIT_MS = limitOf(0)

/** A state as of now. */
export type TimelyState = {
  /** The state aged to now. Its `asOf` stays the time at which the state was made. */
  readonly state: MarketState
  readonly isAged: boolean
  readonly left: LeftOut
}

/** Number of removed rows by mode, and number of carry pairs that lost their last row. */
type LeftOut = Readonly<Record<Mode | 'carryPairs', number>>

const NONE_LEFT: LeftOut = { ...byMode(() => 0), carryPairs: 0 }

/**
 * Ages a state of `asOf` (epoch ms, local clock) to `now`, and removes rows past their limit. A frozen state is only
 * aged.
 */
export function timely(state: MarketState, now: number, isFrozen: boolean): TimelyState {
  const lag = Math.round(now - state.asOf)
  if (lag <= FRESH_MS) return { state, isAged: false, left: NONE_LEFT }
  const older = { ...aged(state, lag), tally: state.tally === null ? null : agedTally(state.tally, lag, isFrozen) }
  if (isFrozen) return { state: older, isAged: true, left: NONE_LEFT }
  const still = (rows: readonly PublishedRow[]) => rows.filter((row) => !isOver(row))
  const rows = byMode((mode) => still(older.rows[mode]))
  return { state: { ...older, rows }, isAged: true, left: leftOut(older.rows, rows) }
}

type Lists = MarketState['rows']

/** Counts the rows of `all` that `kept` lacks. */
function leftOut(all: Lists, kept: Lists): LeftOut {
  return {
    ...byMode((mode) => all[mode].length - kept[mode].length),
    carryPairs: carryPairs(all.carry) - carryPairs(kept.carry),
  }
}

/** Number of pairs among carry rows, whose ids end with the leverage. */
const carryPairs = (rows: readonly PublishedRow[]): number =>
  new Set(rows.map(({ id }) => id.slice(0, id.lastIndexOf('.')))).size

/** The aged state of a single engine; its counts leave out the removed rows. */
export function timelyAlone(state: MarketState, now: number, isFrozen: boolean): MarketState {
  const { state: older, isAged, left } = timely(state, now, isFrozen)
  if (!isAged) return state
  const hasLeft = sumOfModes(left) > 0
  return { ...older, asOf: now, stats: hasLeft ? statsWithout(state.stats, left) : state.stats }
}

/** Drops rows whose age cannot be read, and counts them. */
export function withoutUnreadable(state: MarketState): { readonly state: MarketState; readonly refused: number } {
  const rows = byMode((mode) => state.rows[mode].filter(isReadable))
  const left = leftOut(state.rows, rows)
  const refused = sumOfModes(left)
  return { refused, state: refused === 0 ? state : { ...state, rows, stats: statsWithout(state.stats, left) } }
}

/** The stats without the removed rows. Unreadable text of a later version is returned unchanged. */
function statsWithout(text: string, left: LeftOut): string {
  const { data } = MarketStats.safeParse(jsonIn(text))
  if (data === undefined) return text
  const by_mode = byMode((mode) => data.by_mode[mode] - left[mode])
  const total_opportunities = sumOfModes(by_mode)
  const carry_pairs = data.carry_pairs === undefined ? undefined : data.carry_pairs - left.carryPairs
  return JSON.stringify({ ...data, total_opportunities, by_mode, carry_pairs })
}

function agedTally(tally: MarketTally, lag: number, isFrozen: boolean): MarketTally {
  const isKnown = isFrozen || lag <= LEAST_LIMIT_MS
  const older = (feed: FeedTally): FeedTally => ({
    ...feed,
    live: isKnown ? feed.live : 0,
    states: isKnown ? feed.states : feed.states.map((state) => (state === 'LIVE' ? 'LATE' : state)),
    provenAges: feed.provenAges.map((age) => age + lag),
  })
  return {
    ...tally,
    isLive: isKnown && tally.isLive,
    liveExchanges: isKnown ? tally.liveExchanges : [],
    feeds: tally.feeds.map(older),
  }
}
