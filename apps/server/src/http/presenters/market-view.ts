import type { AnswerSource } from '@makas/contract'
import type { MarketSource, MarketState, PublishedRow } from '../../app/ports/published.ts'
import { PreparedBody } from './prepared-body.ts'

const NO_STATS = {
  active_exchanges: 0,
  total_opportunities: 0,
  by_mode: { spot: 0, carry: 0, tri: 0 },
  live_pairs: 0,
  rejected: {},
}

type Texts = Pick<MarketState, 'rows' | 'stats' | 'prices'>

/** What the market calls answer to one kind of reader, all from one state; bodies are made when first asked for. */
export class MarketView {
  readonly source: AnswerSource
  /** ISO time of the oldest input. */
  readonly asOf: string
  readonly rows: readonly PublishedRow[]
  readonly #texts: Texts
  #list: PreparedBody | null = null
  #stats: PreparedBody | null = null
  #prices: PreparedBody | null = null

  private constructor(source: AnswerSource, oldestInput: number, texts: Texts) {
    this.source = source
    this.asOf = new Date(oldestInput).toISOString()
    this.rows = texts.rows.spot
    this.#texts = texts
  }

  static of(state: MarketState, isLive: boolean): MarketView {
    return new MarketView(answerSource(state.source, isLive), state.oldestInput, state)
  }

  /** An honest nothing, as of `now` (epoch ms): no row, no price. */
  static empty(source: MarketSource, isLive: boolean, now: number): MarketView {
    return new MarketView(answerSource(source, isLive), now, {
      rows: { spot: [], carry: [], tri: [] },
      stats: JSON.stringify(NO_STATS),
      prices: '[]',
    })
  }

  get list(): PreparedBody {
    this.#list ??= new PreparedBody(this.listText)
    return this.#list
  }

  get listText(): string {
    return `[${this.rows.map((row) => row.json).join(',')}]`
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

/** `demo` and `replay` for everyone wherever the data is that (runtime.md, HTTP). */
export function answerSource(source: MarketSource, isLive: boolean): AnswerSource {
  return source === 'live' ? (isLive ? 'live' : 'cache') : source
}

/** The same state after `ms` more: its rows are that much older and that much nearer to their limit. */
export function aged(state: MarketState, ms: number): MarketState {
  const older = (json: string) => {
    const row = JSON.parse(json) as { age_ms: number; expires_in_ms: number }
    return JSON.stringify({ ...row, age_ms: row.age_ms + ms, expires_in_ms: row.expires_in_ms - ms })
  }
  const olderRows = (rows: readonly PublishedRow[]) => rows.map((row) => ({ ...row, json: older(row.json) }))
  const { spot, carry, tri } = state.rows
  return { ...state, rows: { spot: olderRows(spot), carry: olderRows(carry), tri: olderRows(tri) } }
}
