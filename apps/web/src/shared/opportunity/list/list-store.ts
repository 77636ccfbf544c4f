import type { AnswerSource, Mode, OpportunityRow, StreamDelta } from '@makas/contract'
import { currencyOf, factsOf } from '../modes/modes.ts'
import { displacement, jitterTick, mayJitter } from './jitter.ts'
import {
  type ListState,
  noList,
  type ReceivedRow,
  type Step,
  type Viewer,
  type WholeList,
  withDelta,
  withoutGone,
  withSnapshot,
} from './list-state.ts'
import { type AgedRow, orderedIds, type Sort } from './order.ts'
import { type ListFreshness, rowAge } from './row-age.ts'

/** How the list reaches the page now. `unanswered`: by the stream, but a pressed refresh has failed. */
export type ListTransport = 'connecting' | 'streaming' | 'unanswered' | 'polling' | 'failed' | 'sample'

/** What a row's cells show: the row, and the present displacement of its percentages. */
export type RowView = { readonly held: ReceivedRow; readonly jitter: number | null }

/** What the header and the states around the table show. */
export type ListView = {
  readonly transport: ListTransport
  readonly source: AnswerSource | null
  readonly frozen: boolean
  /** Whether the visitors' list is shown; false for the live list that a user polls without a stream. */
  readonly cached: boolean
  /** Number of listed rows without closed rows that are still shown; null before the first list. */
  readonly count: number | null
  readonly asOf: number | null
  readonly receivedAt: number | null
  /** Wall time of the last list or change, epoch ms. */
  readonly updatedAt: number | null
  /** Currency of the rows' money; null where they differ. */
  readonly currency: string | null
  /** Hold period of carry rows, days; null where they differ. */
  readonly holdDays: number | null
}

type Clocks = { readonly steady: () => number; readonly wall: () => number; readonly random: () => number }

/** The list of opportunities outside React. Each row has its own watchers, so that a change redraws only that row. */
export class ListStore {
  #list: ListState
  #transport: ListTransport = 'connecting'
  #heardAt: number
  #updatedAt: number | null = null
  #views = new Map<string, RowView>()
  #rowWatchers = new Map<string, Set<() => void>>()
  #watchers = new Set<() => void>()
  #view: ListView
  readonly #clocks: Clocks
  readonly #as: Viewer

  constructor(mode: Mode, clocks: Clocks, as: Viewer = 'visitor') {
    this.#as = as
    this.#list = noList(mode)
    this.#clocks = clocks
    this.#heardAt = clocks.steady()
    this.#view = this.#look()
  }

  readonly view = (): ListView => this.#view
  readonly row = (id: string): RowView | undefined => this.#views.get(id)

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  readonly watchRow = (id: string, changed: () => void): (() => void) => {
    const watchers = this.#rowWatchers.get(id) ?? new Set()
    this.#rowWatchers.set(id, watchers.add(changed))
    return () => {
      watchers.delete(changed)
      if (watchers.size === 0 && this.#rowWatchers.get(id) === watchers) this.#rowWatchers.delete(id)
    }
  }

  snapshot(list: WholeList, via: ReceivedRow['via']): void {
    this.#apply(withSnapshot(this.#list, list, this.#clocks.steady(), via, this.#as))
  }

  delta(delta: StreamDelta): void {
    const step = withDelta(this.#list, delta, this.#clocks.steady())
    if (step) this.#apply(step)
  }

  /** Records a sign of life of the stream. */
  heard(): void {
    this.#heardAt = this.#clocks.steady()
  }

  /** Milliseconds since the stream's last sign of life. */
  silentMs(): number {
    return this.#clocks.steady() - this.#heardAt
  }

  setTransport(transport: ListTransport): void {
    if (transport === this.#transport) return
    this.#transport = transport
    if (transport === 'streaming') this.#clearJitter()
    this.#publish()
  }

  freshness(): ListFreshness {
    return { heardAt: this.#heardAt, frozen: this.#view.frozen }
  }

  /** The listed rows as received. */
  rows(): OpportunityRow[] {
    const rows: OpportunityRow[] = []
    for (const { row, gone } of this.#list.rows.values()) if (!gone) rows.push(row)
    return rows
  }

  /** Whether nobody may trade on a row any more: it has closed, is too old, or its list has gone silent. */
  isStale(id: string): boolean {
    const held = this.#views.get(id)?.held
    return held === undefined || rowAge(held, this.freshness(), this.#clocks.steady()).stale
  }

  /** Drops the rows that closed and returns the ids of `rows` in sort order. */
  renewedOrder(sort: Sort, rows: readonly OpportunityRow[] = this.rows()): string[] {
    const kept = withoutGone(this.#list)
    if (kept !== this.#list) {
      for (const id of this.#list.rows.keys()) if (!kept.rows.has(id)) this.#views.delete(id)
      this.#list = kept
    }
    return this.wantedOrder(sort, rows)
  }

  /** The order that `renewedOrder` would give; changes nothing. */
  wantedOrder(sort: Sort, rows: readonly OpportunityRow[] = this.rows()): string[] {
    const now = this.#clocks.steady()
    const freshness = this.freshness()
    const aged = rows.flatMap((row): AgedRow[] => {
      const held = this.#list.rows.get(row.id)
      return held === undefined ? [] : [{ row, ageMs: rowAge(held, freshness, now).ageMs }]
    })
    return orderedIds(aged, sort)
  }

  /** Displaces the percentages of rows that may move. Called at each tick and after a failed refresh. */
  jitter(on: boolean): void {
    const now = this.#clocks.steady()
    const tickMs = jitterTick(this.#as)
    for (const [id, view] of this.#views) {
      const moves = on && mayJitter(view.held, now, this.#transport === 'failed', tickMs)
      if (!moves && view.jitter === null) continue
      this.#views.set(id, { held: view.held, jitter: moves ? displacement(this.#clocks.random) : null })
      this.#tellRow(id)
    }
  }

  #clearJitter(): void {
    this.jitter(false)
  }

  #apply(step: Step): void {
    this.#list = step.state
    this.#heardAt = this.#clocks.steady()
    this.#updatedAt = this.#clocks.wall()
    for (const id of [...this.#views.keys()]) {
      if (step.state.rows.has(id)) continue
      this.#views.delete(id)
      this.#tellRow(id)
    }
    for (const id of step.touched) {
      const held = step.state.rows.get(id)
      if (!held || this.#views.get(id)?.held === held) continue
      this.#views.set(id, { held, jitter: null })
      this.#tellRow(id)
    }
    this.#publish()
  }

  #tellRow(id: string): void {
    for (const changed of this.#rowWatchers.get(id) ?? []) changed()
  }

  #publish(): void {
    this.#view = this.#look()
    for (const changed of this.#watchers) changed()
  }

  #look(): ListView {
    let count = 0
    const currencies = new Set<string>()
    const holds = new Set<number>()
    for (const { row, gone } of this.#list.rows.values()) {
      if (gone) continue
      count++
      currencies.add(currencyOf(row))
      const { holdDays } = factsOf(row.mode)
      if (holdDays !== null) holds.add(holdDays(row))
    }
    const frozen = this.#list.live === 'no'
    const { asOf, source, version } = this.#list
    // A polled list of real prices says whose it is. A list of the demo market does not: it counts as the user's until
    // a stream has shown otherwise.
    const isVisitors = source === 'cache' || (source !== 'live' && (this.#as === 'visitor' || version !== null))
    return {
      transport: this.#transport,
      source,
      frozen,
      cached: frozen && asOf !== null && this.#transport !== 'sample' && isVisitors,
      count: this.#list.receivedAt === null ? null : count,
      asOf,
      receivedAt: this.#list.receivedAt,
      updatedAt: this.#updatedAt,
      currency: theOnly(currencies),
      holdDays: theOnly(holds),
    }
  }
}

function theOnly<T>(values: ReadonlySet<T>): T | null {
  const [first] = values
  return values.size === 1 && first !== undefined ? first : null
}
