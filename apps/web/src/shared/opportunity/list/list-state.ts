import type { AnswerSource, Mode, OpportunityRow, StreamDelta, StreamSnapshot, StreamVersion } from '@makas/contract'

/** A received row. A `gone` row stays until the order is renewed, so that the table does not jump. */
export type ReceivedRow = {
  readonly row: OpportunityRow
  /** Steady time of the row's arrival, ms. */
  readonly receivedAt: number
  /** `sample`: not received, but an example (CALL-32). */
  readonly via: 'stream' | 'poll' | 'sample'
  readonly gone: boolean
}

/** Audience that the server is asked for. */
export type Viewer = 'user' | 'visitor'

export type ListState = {
  /** Rows of other modes are left out. */
  readonly mode: Mode
  readonly rows: ReadonlyMap<string, ReceivedRow>
  readonly version: StreamVersion | null
  readonly source: AnswerSource | null
  /** Time of the oldest input as the server gave it, epoch ms; null before the first list. */
  readonly asOf: number | null
  /** Steady time of the last list or change, ms; null before the first list. */
  readonly receivedAt: number | null
  /**
   * Whether this is the live list or the visitors' frozen list. `expected`: the first list of a user's stream does not
   * say so; the next message decides.
   */
  readonly live: 'yes' | 'no' | 'expected'
}

export function noList(mode: Mode): ListState {
  return { mode, rows: new Map(), version: null, source: null, asOf: null, receivedAt: null, live: 'no' }
}

/** A whole list; a polled list has no version. */
export type WholeList = Omit<StreamSnapshot, 'version'> & { readonly version: StreamVersion | null }

/** A new state, and the ids whose row is new, changed or gone. */
export type Step = { readonly state: ListState; readonly touched: readonly string[] }

/** Applies a whole list, from the stream or from polling. */
export function withSnapshot(
  state: ListState,
  list: WholeList,
  now: number,
  via: ReceivedRow['via'],
  as: Viewer = 'visitor',
): Step {
  const rows = new Map<string, ReceivedRow>()
  for (const row of list.rows) if (row.mode === state.mode) rows.set(row.id, { row, receivedAt: now, via, gone: false })
  for (const [id, held] of state.rows) {
    // Samples, and the rows that samples replace, simply disappear: none of them has closed.
    if (rows.has(id) || held.via === 'sample' || via === 'sample') continue
    rows.set(id, held.gone ? held : { ...held, gone: true })
  }
  return {
    state: {
      ...state,
      rows,
      version: list.version ?? state.version,
      source: list.source,
      asOf: Date.parse(list.as_of),
      receivedAt: now,
      live: via === 'stream' || (as === 'user' && isNamed(list)) ? liveAfter(state, list, as) : state.live,
    },
    touched: [...rows.keys()],
  }
}

/** Whether the list says if it is live. A list of the demo market does not; a visitor's list is never live. */
const isNamed = ({ source }: WholeList) => source === 'live' || source === 'cache'

/**
 * Whether the list is live after this message. A list of real prices says so itself; a list of the demo market does
 * not. While the server cannot check sessions it sends a user the visitors' list, whole every few seconds and without
 * deltas.
 */
function liveAfter({ live, version }: ListState, list: WholeList, as: Viewer): ListState['live'] {
  if (list.source === 'live') return 'yes'
  if (list.source === 'cache') return 'no'
  if (live === 'yes') return 'yes'
  const isFirst = version === null || version === list.version
  return isFirst && as === 'user' ? 'expected' : 'no'
}

/**
 * Applies a delta of the live list. Null if there is no list yet, or if the version is not later; the next snapshot
 * repairs both.
 */
export function withDelta(state: ListState, delta: StreamDelta, now: number): Step | null {
  if (state.version === null || !isLater(delta.version, state.version)) return null
  const rows = new Map(state.rows)
  const touched: string[] = []
  for (const row of delta.upsert) {
    if (row.mode !== state.mode) continue
    rows.set(row.id, { row, receivedAt: now, via: 'stream', gone: false })
    touched.push(row.id)
  }
  for (const id of delta.remove) {
    const held = rows.get(id)
    if (!held || held.gone) continue
    rows.set(id, { ...held, gone: true })
    touched.push(id)
  }
  return {
    state: {
      ...state,
      rows,
      version: delta.version,
      asOf: Date.parse(delta.as_of),
      receivedAt: now,
      live: 'yes',
    },
    touched,
  }
}

/** Drops the rows that closed; called when the order is renewed. */
export function withoutGone(state: ListState): ListState {
  const rows = new Map([...state.rows].filter(([, held]) => !held.gone))
  return rows.size === state.rows.size ? state : { ...state, rows }
}

/** Numeric versions grow; text versions only differ. */
function isLater(next: StreamVersion, current: StreamVersion): boolean {
  return typeof next === 'number' && typeof current === 'number' ? next > current : next !== current
}
