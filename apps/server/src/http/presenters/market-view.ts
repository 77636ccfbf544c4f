import { type AnswerSource, MarketStats, type Mode } from '@makas/contract'
import { byMode, MODES } from '@makas/domain'
import type { MarketState, PublishedRow } from '../../app/engine-protocol/state.ts'
import type { MarketSource } from '../../app/ports/market/market-source.ts'
import { PreparedBody } from './prepared-body.ts'

const NO_STATS = {
  active_exchanges: 0,
  total_opportunities: 0,
  by_mode: byMode(() => 0),
  live_pairs: 0,
  rejected: {},
}

/** One mode's list for live viewers or for visitors. */
export class ListView {
  readonly source: AnswerSource
  /** ISO time of the oldest input of this list. */
  readonly asOf: string
  readonly rows: readonly PublishedRow[]
  /** Epoch ms as of which ages are told. */
  readonly time: number
  #body: PreparedBody | null = null

  constructor(source: AnswerSource, oldestInput: number, rows: readonly PublishedRow[], at: number) {
    this.source = source
    this.asOf = new Date(oldestInput).toISOString()
    this.rows = rows
    this.time = at
  }

  get body(): PreparedBody {
    this.#body ??= new PreparedBody(rowsJson(this.rows, this.time))
    return this.#body
  }
}

/** Rows as a JSON list, with their ages as of `at`, epoch ms. */
export const rowsJson = (rows: readonly PublishedRow[], at: number): string =>
  `[${rows.map((row) => agedTo(row, at).json).join(',')}]`

/** The parts of a market state that answers show. */
type ViewInputs = Pick<MarketState, 'asOf' | 'rows' | 'unread' | 'oldestInput' | 'stats' | 'prices'>

/** The answers of the market calls, all from one state. Bodies are made when first asked for. */
export class MarketView {
  readonly source: AnswerSource
  /** ISO time of the oldest input of any list. */
  readonly asOf: string
  readonly lists: Readonly<Record<Mode, ListView>>
  /** Modes without live viewers. Their lists say nothing. */
  readonly unread: readonly Mode[]
  readonly #texts: Pick<MarketState, 'stats' | 'prices'>
  #stats: PreparedBody | null = null
  #prices: PreparedBody | null = null

  private constructor(source: AnswerSource, shown: ViewInputs) {
    const list = (mode: Mode) => new ListView(source, shown.oldestInput[mode], shown.rows[mode], shown.asOf)
    this.source = source
    this.asOf = new Date(oldestOf(shown)).toISOString()
    this.lists = byMode(list)
    this.unread = shown.unread ?? []
    this.#texts = shown
  }

  static of(state: MarketState, isLive: boolean): MarketView {
    return new MarketView(answerSource(state.source, isLive), state)
  }

  /** An empty market as of `now` (epoch ms): no row, no price. */
  static empty(source: MarketSource, isLive: boolean, now: number): MarketView {
    return new MarketView(answerSource(source, isLive), {
      asOf: now,
      rows: byMode(() => []),
      oldestInput: byMode(() => now),
      stats: JSON.stringify(NO_STATS),
      prices: '[]',
    })
  }

  /** Whether a row of any mode is listed. */
  get hasRows(): boolean {
    return hasRows({ rows: byMode((mode) => this.lists[mode].rows) })
  }

  get openCount(): number {
    return MarketStats.shape.total_opportunities.parse(JSON.parse(this.#texts.stats).total_opportunities)
  }

  get stats(): PreparedBody {
    this.#stats ??= new PreparedBody(this.#texts.stats)
    return this.#stats
  }

  get prices(): PreparedBody {
    this.#prices ??= new PreparedBody(this.#texts.prices)
    return this.#prices
  }
}

/**
 * The `source` of an answer. While the market is `demo` or `replay` it is the same for everybody (http-and-settings.md,
 * HTTP).
 */
export function answerSource(source: MarketSource, isLive: boolean): AnswerSource {
  return source === 'live' ? (isLive ? 'live' : 'cache') : source
}

/** Epoch ms of the oldest input of any list. */
export function oldestOf({ oldestInput }: Pick<MarketState, 'oldestInput'>): number {
  return Math.min(...MODES.map((mode) => oldestInput[mode]))
}

/** Whether a row of any mode is listed. */
export const hasRows = ({ rows }: Pick<MarketState, 'rows'>): boolean => MODES.some((mode) => rows[mode].length > 0)

/** The state `ms` later: its rows are older, and nearer to their limit, by that time. */
export function aged(state: MarketState, ms: number): MarketState {
  const older = (rows: readonly PublishedRow[]) => rows.map((row) => agedTo(row, state.asOf, ms))
  return { ...state, rows: byMode((mode) => older(state.rows[mode])) }
}

/** The state with the ages of all rows as of the state's own time. */
export const agedToItself = (state: MarketState): MarketState => aged(state, 0)

/** The row as of `ms` after a state of `asOf` (epoch ms). */
function agedTo(
  { at = Number.POSITIVE_INFINITY, id, revision, json }: PublishedRow,
  asOf: number,
  ms = 0,
): PublishedRow {
  const later = Math.max(0, asOf - at) + ms
  return { id, revision, json: later === 0 ? json : agedRow(json, later) }
}

/** Fields of a row that change with time alone. */
type AgeFields = { readonly age_ms: number; readonly expires_in_ms: number; readonly mark_age_ms?: number }

function agedRow(json: string, ms: number): string {
  const row = JSON.parse(json) as AgeFields
  return JSON.stringify({
    ...row,
    age_ms: row.age_ms + ms,
    expires_in_ms: row.expires_in_ms - ms,
    ...(row.mark_age_ms === undefined ? {} : { mark_age_ms: row.mark_age_ms + ms }),
  })
}
