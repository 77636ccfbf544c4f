import { FEED_STATES, type FeedStatus } from '../../../../app/ports/market/book-feed.ts'
import type { Ban } from '../../../system/files/ban-file.ts'
import type { ConnectionEnd } from '../socket/connection.ts'

/** Why the last connection or list call came to nothing. */
export type Trouble = ConnectionEnd['reason']

export type FeedFacts = {
  readonly ban: Ban | null
  readonly maintenance: boolean
  readonly lanes: number
  /** Lanes with an open connection. */
  readonly open: number
  /** Connection attempts in a row that came to nothing. */
  readonly failures: number
  /** The instrument list was requested and never came. */
  readonly lacksList: boolean
  /** Some connection was open before. */
  readonly wasLive: boolean
  readonly trouble: Trouble | null
}

/** One market's part of an exchange's status. */
export type MarketStatus = Omit<FeedStatus, 'exchange' | 'bans'> & {
  /** Books of this market are wanted. */
  readonly isWanted: boolean
}

/** Failed connection attempts in a row after which an exchange is `down`, no longer `reconnecting`. */
const DOWN_AFTER = 3

/**
 * The state of an exchange's connections for the status page. What the exchange itself says (a ban, maintenance) comes
 * first.
 */
export function connectionState(facts: FeedFacts): Pick<FeedStatus, 'state' | 'reason'> {
  const { ban, lanes, open, failures } = facts
  if (ban !== null) return { state: ban.reason === 'region-refused' ? 'down' : 'rate-limited', reason: ban.reason }
  if (facts.maintenance) return { state: 'maintenance', reason: 'maintenance' }
  if (lanes > 0 && open === lanes) return { state: 'live', reason: null }
  const reason = reasonOf(facts.trouble)
  if (facts.lacksList) return { state: 'down', reason: reason ?? 'instruments-unavailable' }
  if (!facts.wasLive) return { state: failures > 0 ? 'down' : 'connecting', reason }
  return { state: open === 0 && failures >= DOWN_AFTER ? 'down' : 'reconnecting', reason }
}

/**
 * The status of an exchange as a whole: the state of the highest precedence among the markets whose books are wanted
 * (among all while none is), and the sums of their counts. The clock offset comes from the first market that has
 * measured it.
 */
export function mergedStatus(markets: readonly MarketStatus[]): Omit<FeedStatus, 'exchange' | 'bans'> {
  const wanted = markets.filter(({ isWanted }) => isWanted)
  const speaking = wanted.length > 0 ? wanted : markets
  const precedence = ({ state }: MarketStatus) => FEED_STATES.indexOf(state)
  const [shown] = [...speaking].sort((a, b) => precedence(b) - precedence(a))
  const sum = (of: (market: MarketStatus) => number) => markets.reduce((total, market) => total + of(market), 0)
  const bans = markets.flatMap(({ bannedUntil }) => (bannedUntil === null ? [] : [bannedUntil]))
  return {
    state: shown?.state ?? 'connecting',
    reason: shown?.reason ?? null,
    sockets: sum(({ sockets }) => sockets),
    reconnects: sum(({ reconnects }) => reconnects),
    bannedUntil: bans.length === 0 ? null : Math.max(...bans),
    refusedFrames: sum(({ refusedFrames }) => refusedFrames),
    unconfirmed: sum(({ unconfirmed }) => unconfirmed),
    refusedSubscriptions: sum(({ refusedSubscriptions }) => refusedSubscriptions),
    clockOffsetMs: speaking.map(({ clockOffsetMs }) => clockOffsetMs).find((offset) => offset !== null) ?? null,
  }
}

function reasonOf(trouble: Trouble | null): FeedStatus['reason'] {
  switch (trouble) {
    case null:
      return null
    case 'tls':
    case 'dns':
    case 'silent':
      return trouble
    default:
      return 'unreachable'
  }
}
