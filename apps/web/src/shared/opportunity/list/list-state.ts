import type { AnswerSource, Mode, OpportunityRow, StreamDelta, StreamSnapshot, StreamVersion } from '@makas/contract'

/** A row as it was last received. `gone` rows stay until the order is renewed, so that the table does not jump. */
export type Held = {
  readonly row: OpportunityRow
  /** Steady milliseconds. */
  readonly receivedAt: number
  /** `sample`: no received row at all, but one of ours that shows what the list looks like (CALL-32). */
  readonly via: 'stream' | 'poll' | 'sample'
  readonly gone: boolean
}

/** For whom the server is asked. */
export type Reader = 'user' | 'visitor'

export type ListState = {
  /** Rows of other modes are none of this list's. */
  readonly mode: Mode
  readonly rows: ReadonlyMap<string, Held>
  readonly version: StreamVersion | null
  readonly source: AnswerSource | null
  /** Time of the oldest input as the server gave it, epoch ms; null before the first list. */
  readonly asOf: number | null
  /** Steady time of the last list or change; null before the first. */
  readonly receivedAt: number | null
  /**
   * Whether the stream brings the live list or the visitors' frozen one. `expected`: the first list of a user's stream,
   * of a market that does not tell; what comes next does.
   */
  readonly live: 'yes' | 'no' | 'expected'
}

export function noList(mode: Mode): ListState {
  return { mode, rows: new Map(), version: null, source: null, asOf: null, receivedAt: null, live: 'no' }
}

/** A whole list; polling brings no version. */
export type WholeList = Omit<StreamSnapshot, 'version'> & { readonly version: StreamVersion | null }

/** A new state and the ids whose row is new, changed or gone. */
export type Step = { readonly state: ListState; readonly touched: readonly string[] }

/** Takes a whole list, from the stream or from polling. */
export function withSnapshot(
  state: ListState,
  list: WholeList,
  now: number,
  via: Held['via'],
  as: Reader = 'visitor',
): Step {
  const rows = new Map<string, Held>()
  for (const row of list.rows) if (row.mode === state.mode) rows.set(row.id, { row, receivedAt: now, via, gone: false })
  for (const [id, held] of state.rows) {
    // Samples never closed: they, and what they stand in for, are simply no longer shown.
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
      live: via === 'stream' ? liveAfter(state, list, as) : state.live,
    },
    touched: [...rows.keys()],
  }
}

/**
 * A list of real prices names itself; one of the demo market does not, and a user's is the visitors' while nobody can
 * be known: those come whole every few seconds, without a change between.
 */
function liveAfter({ live, version }: ListState, list: WholeList, as: Reader): ListState['live'] {
  if (list.source === 'live') return 'yes'
  if (list.source === 'cache') return 'no'
  if (live === 'yes') return 'yes'
  const isFirst = version === null || version === list.version
  return isFirst && as === 'user' ? 'expected' : 'no'
}

/**
 * Takes a change of the live list. Null when it cannot be applied: there is no list yet to change, or the version is
 * not a later one (both are repaired by the next snapshot).
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

/** Drops the rows that closed; done when the order is renewed. */
export function withoutGone(state: ListState): ListState {
  const rows = new Map([...state.rows].filter(([, held]) => !held.gone))
  return rows.size === state.rows.size ? state : { ...state, rows }
}

/** Number versions grow; text versions only have to differ. */
function isLater(next: StreamVersion, current: StreamVersion): boolean {
  return typeof next === 'number' && typeof current === 'number' ? next > current : next !== current
}
