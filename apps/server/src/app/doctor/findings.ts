import type { BookSlot, ExchangeId, Instrument, MarketKind } from '@makas/domain'
import type { FeedStatus } from '../ports/market/book-feed.ts'
import type { HostProbe } from '../ports/market/host-probe.ts'
import type { CallFailure, KeyPermissions } from '../ports/trading/key-vault.ts'
import type { ExchangeWatch, Sample } from './exchange-watch.ts'
import { type LeftOut, leftOut } from './left-out.ts'

const MOST_NAMES = 5

export type LoggedLine = { readonly event: string; readonly data: Readonly<Record<string, unknown>> }

/** Some names out of many. */
type Names = { readonly count: number; readonly examples: readonly string[] }

export type ListFindings = {
  readonly market: MarketKind
  readonly entries: number
  readonly bytes: number
  /** Entries that the reader took. */
  readonly read: number
  /** How many of these entries trade. */
  readonly trading: number
  /** Names that the list has more than once. */
  readonly repeated: number
  /** Trading instruments without a price step or a lot step. */
  readonly withoutSteps: number
  /**
   * Trading instruments without a price of 24 hours by the exchange's tickers; null where we did not ask for tickers.
   */
  readonly withoutPrice: number | null
  /** Entries of the list before; null for the first list. */
  readonly before: number | null
  readonly wanted: number
  readonly leftOut: readonly LeftOut[]
}

/**
 * `used`: most units of an address's request limit that were spent at any look. `allowed`: units that we allow ourselves.
 */
export type RequestUse = { readonly address: string; readonly used: number; readonly allowed: number }

/** A share of frames, with the newest of their texts. */
type FrameShare = { readonly count: number; readonly share: number; readonly example: string }

/** What one run of an exchange's feed showed. Times in ms. */
export type RunFindings = {
  readonly seconds: number
  readonly state: FeedStatus['state']
  readonly reason: FeedStatus['reason']
  readonly bans: number
  readonly bannedUntil: number | null
  readonly sockets: number
  readonly reconnects: number
  readonly clockOffsetMs: number | null
  readonly lists: readonly ListFindings[]
  readonly subscriptions: {
    readonly wanted: number
    /** Number of subscriptions for which data came by socket. */
    readonly confirmed: number
    readonly refused: number
    readonly unconfirmed: number
  }
  readonly books: {
    readonly proven: number
    readonly live: number
    readonly firstProvenMs: number | null
    readonly medianProvenMs: number | null
    readonly lastProvenMs: number | null
    /** Books that were never proven. */
    readonly unproven: Names
    /** Books that are silent on a live connection. */
    readonly tooOld: Names
    /** Books that differ from REST's. */
    readonly differing: Names
  }
  readonly marks: { readonly wanted: number; readonly came: number }
  readonly frames: {
    readonly count: number
    readonly perSecond: number
    readonly bytesPerSecond: number
    /** Book frames that no shape of the core took. */
    readonly unusual: FrameShare
    readonly refused: Readonly<Record<string, FrameShare>>
    /** Kinds of frames that no reader acts on. */
    readonly meaningless: readonly Sample[]
  }
  readonly gaps: number
  readonly resyncs: number
  readonly checksums: { readonly right: number; readonly wrong: number }
  readonly ages: { readonly p50: number | null; readonly p99: number | null }
  readonly requests: readonly RequestUse[]
  /** The newest failures that the feed logged. */
  readonly failures: readonly string[]
}

/** What a key may do by its exchange, or why nobody knows. It has nothing of the key itself. */
export type KeyFindings =
  | {
      readonly kind: 'read'
      readonly permissions: KeyPermissions
      readonly mayMoveMoneyOut: boolean
      /** Number of assets that the account holds; null where they could not be read. */
      readonly assets: number | null
      /** The account's taker fees; null where they could not be read. */
      readonly fees: { readonly spot: string | null; readonly perp: string | null } | null
    }
  | CallFailure

export type ExchangeFindings = {
  readonly exchange: ExchangeId
  readonly hosts: readonly HostProbe[]
  /** The run with a few books, while no other exchange is connected. */
  readonly alone: RunFindings | null
  readonly together: RunFindings
  readonly key: KeyFindings | null
}

export type RunFacts = {
  readonly status: FeedStatus
  readonly slots: readonly BookSlot[]
  readonly isKnown: (instrument: Instrument) => boolean
  /** Symbols of the exchange's daily tickers; null where they did not come. */
  readonly tickers: ReadonlySet<string> | null
  readonly requests: readonly RequestUse[]
  readonly logged: readonly LoggedLine[]
  readonly startedAt: number
  readonly now: number
}

/** Joins what the watch, the books and the feed know of a run. */
export function runFindings(watch: ExchangeWatch, facts: RunFacts): RunFindings {
  const { status, now, startedAt, logged } = facts
  const seconds = Math.max(1, now - startedAt) / 1_000
  const slots = facts.slots.filter(({ isWanted, validity }) => isWanted && validity !== 'GONE')
  const sum = (of: (slot: BookSlot) => number) => slots.reduce((total, slot) => total + of(slot), 0)
  const provenAfter = [...watch.books.values()]
    .flatMap(({ provenAt }) => (Number.isNaN(provenAt) ? [] : [provenAt - startedAt]))
    .sort(ascending)
  const isProven = (slot: BookSlot) => !Number.isNaN(watch.books.get(slot)?.provenAt ?? Number.NaN)
  const ages = slots.filter(({ acceptsDeltas }) => acceptsDeltas).map((slot) => Math.max(0, slot.ageMs(now)))
  ages.sort(ascending)
  const bookFrames = sum(({ frames }) => frames)
  return {
    seconds,
    state: status.state,
    reason: status.reason,
    bans: status.bans,
    bannedUntil: status.bannedUntil,
    sockets: status.sockets,
    reconnects: status.reconnects,
    clockOffsetMs: status.clockOffsetMs,
    lists: listFindings(watch, facts, slots),
    subscriptions: {
      wanted: slots.length,
      confirmed: slots.filter((slot) => watch.books.get(slot)?.isStreamed === true).length,
      refused: status.refusedSubscriptions,
      unconfirmed: status.unconfirmed,
    },
    books: {
      proven: slots.filter(isProven).length,
      live: slots.filter((slot) => slot.isLive(now)).length,
      firstProvenMs: provenAfter[0] ?? null,
      medianProvenMs: rankOf(provenAfter, 0.5),
      lastProvenMs: provenAfter.at(-1) ?? null,
      unproven: namesOf(slots.filter((slot) => !isProven(slot)).map(({ symbol }) => symbol)),
      tooOld: namesOf(slots.filter((slot) => slot.state(now) === 'STALE').map(({ symbol }) => symbol)),
      differing: namesOf(
        logged.flatMap(({ event, data }) => (event === 'feed.book-differs' ? [`${data.symbol}`] : [])),
      ),
    },
    marks: {
      wanted: slots.filter(({ market }) => market === 'perp').length,
      came: slots.filter(({ market, symbol }) => market === 'perp' && watch.marked.has(symbol)).length,
    },
    frames: {
      count: watch.frames,
      perSecond: watch.frames / seconds,
      bytesPerSecond: watch.bytes / seconds,
      unusual: shareOf(watch.unusual, bookFrames),
      refused: Object.fromEntries(
        [...watch.refusals].map(([why, sample]) => [why, shareOf(sample, watch.frames + watch.answers)]),
      ),
      meaningless: watch.meaningless,
    },
    gaps: sum(({ sequenceGaps }) => sequenceGaps),
    resyncs: sum(({ resyncs }) => resyncs),
    checksums: { right: sum(({ checksumMatches }) => checksumMatches), wrong: sum((slot) => slot.checksumMismatches) },
    ages: { p50: rankOf(ages, 0.5), p99: rankOf(ages, 0.99) },
    requests: facts.requests,
    failures: logged.flatMap(({ event, data }) =>
      typeof data.detail === 'string' ? [`${event}: ${data.detail}`] : [],
    ),
  }
}

function listFindings(watch: ExchangeWatch, facts: RunFacts, slots: readonly BookSlot[]): readonly ListFindings[] {
  return [...watch.lists].map(([market, { entries, bytes, read, before }]) => {
    const wanted = new Set(slots.filter((slot) => slot.market === market).map(({ symbol }) => symbol))
    const trading = read.filter(({ status }) => status === 'trading')
    const { tickers } = facts
    return {
      market,
      entries,
      bytes,
      read: read.length,
      trading: trading.length,
      repeated: read.length - new Set(read.map(({ symbol }) => symbol)).size,
      withoutSteps: trading.filter(({ tick, lotStep }) => tick === null || lotStep === null).length,
      withoutPrice:
        market === 'perp' || tickers === null ? null : trading.filter(({ symbol }) => !tickers.has(symbol)).length,
      before,
      wanted: wanted.size,
      leftOut: leftOut(entries, read, facts.isKnown, ({ symbol }) => wanted.has(symbol)),
    }
  })
}

const ascending = (a: number, b: number): number => a - b

/** The nearest-rank percentile of sorted numbers; null for an empty list. */
const rankOf = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

const namesOf = (names: readonly string[]): Names => {
  const all = [...new Set(names)].sort()
  return { count: all.length, examples: all.slice(0, MOST_NAMES) }
}

const shareOf = ({ count, example }: Sample, of: number): FrameShare => ({
  count,
  share: of === 0 ? 0 : count / of,
  example,
})
