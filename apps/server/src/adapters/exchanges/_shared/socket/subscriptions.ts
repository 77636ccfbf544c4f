/** An unanswered request is repeated after this; the second answer can still come before the report. */
const AGAIN_MS = 5_000
/** Time without confirmation after which a name is reported: 15 s (F4) less the interval of the checks. */
const REPORT_MS = 12_000
/** Time limit of an unsubscription's answer; a repair goes on after it. */
const LEAVE_MS = 1_000
/**
 * Pause before the names of a refused request are requested one by one; the exchange acknowledges accepted names by
 * then.
 */
const ALONE_MS = 500
/** Pause before a refused or reported name is requested again: it may be listed later. */
const LATER_MS = 60_000

type State = 'wanted' | 'asked' | 'confirmed' | 'refused' | 'unwanted' | 'leaving'

type Entry = {
  state: State
  /** Id of the last request that named it. */
  requestId: number
  /** When the state times out and the next try begins, ms. */
  dueAt: number
  /** Time of the first request since the last confirmation, ms; NaN when none is open. */
  openSince: number
  reported: boolean
  isAcked: boolean
  /** To be requested alone, because a request of several names was refused. */
  alone: boolean
  /** Unsubscribed because the exchange refused it as already subscribed. */
  isRenewed: boolean
  /** After unsubscribing: true subscribes again, false forgets the name. */
  returns: boolean
}

export type SubscriptionRequest = { readonly op: 'subscribe' | 'unsubscribe'; readonly symbols: readonly string[] }

/** Subscriptions of one connection with their states. Pure: the connection sends, the clock is passed in. */
export class Subscriptions {
  readonly #entries = new Map<string, Entry>()
  /** Whether a name may be in state `asked`; false nearly always, and `seen` then has nothing to do. */
  #mayBeAsked = false
  readonly #startsAnew: boolean

  /** @param startsAnew an active name must be unsubscribed before a new subscription brings a snapshot. */
  constructor(startsAnew: boolean) {
    this.#startsAnew = startsAnew
  }

  get symbols(): readonly string[] {
    return [...this.#entries.keys()]
  }

  isConfirmed(symbol: string): boolean {
    return this.#entries.get(symbol)?.state === 'confirmed'
  }

  /** The exchange has said, by ack or by data, that changes of this symbol come now. */
  isActive(symbol: string): boolean {
    const entry = this.#entries.get(symbol)
    return entry?.state === 'confirmed' || (entry?.state === 'asked' && entry.isAcked)
  }

  count(...states: readonly State[]): number {
    return [...this.#entries.values()].filter(({ state }) => states.includes(state)).length
  }

  /** Names that were reported as neither confirmed nor refused in time. */
  get overdueCount(): number {
    return [...this.#entries.values()].filter(({ reported, state }) => reported && state !== 'refused').length
  }

  add(symbol: string): void {
    const known = this.#entries.get(symbol)
    if (known === undefined) this.#entries.set(symbol, fresh())
    else if (known.state === 'unwanted' || known.state === 'leaving') known.returns = true
  }

  /** Unsubscribes a name that is no longer wanted. */
  remove(symbol: string): void {
    const entry = this.#entries.get(symbol)
    if (entry === undefined) return
    if (entry.state === 'wanted' || entry.state === 'refused') this.#entries.delete(symbol)
    else leave(entry, false)
  }

  /** Unsubscribes, then subscribes once more: the exchange answers with a snapshot. */
  again(symbol: string): void {
    const entry = this.#entries.get(symbol)
    if (entry !== undefined && entry.state !== 'wanted' && entry.state !== 'refused') leave(entry, true)
  }

  /** The next request to send, of at most `limit` names; unsubscriptions first. */
  next(limit: number): SubscriptionRequest | null {
    const leaving = this.#pick(limit, ({ state }) => state === 'unwanted')
    if (leaving.length > 0) return { op: 'unsubscribe', symbols: leaving }
    const wanted = this.#pick(limit, ({ state, alone }) => state === 'wanted' && !alone)
    if (wanted.length > 0) return { op: 'subscribe', symbols: wanted }
    const alone = this.#pick(1, ({ state }) => state === 'wanted')
    return alone.length > 0 ? { op: 'subscribe', symbols: alone } : null
  }

  sent({ op, symbols }: SubscriptionRequest, requestId: number, now: number): void {
    for (const symbol of symbols) {
      const entry = this.#entries.get(symbol)
      if (entry === undefined) continue
      entry.requestId = requestId
      if (op === 'unsubscribe') {
        entry.state = 'leaving'
        entry.dueAt = now + LEAVE_MS
      } else {
        entry.state = 'asked'
        this.#mayBeAsked = true
        entry.isAcked = false
        entry.dueAt = now + (entry.reported ? LATER_MS : AGAIN_MS)
        if (Number.isNaN(entry.openSince)) entry.openSince = now
      }
    }
  }

  /**
   * Takes an ack that names a symbol or only the request; returns the acknowledged symbols. They are not confirmed yet:
   * unknown names are acknowledged too, and an acknowledged one may stay silent (F4); only data confirms.
   */
  acknowledged(op: 'subscribe' | 'unsubscribe', symbol: string | null, requestId: string | null): string[] {
    const state = op === 'subscribe' ? 'asked' : 'leaving'
    const entries = this.#entriesFor(symbol, requestId).filter(([, entry]) => entry.state === state)
    for (const [name, entry] of entries) {
      if (op === 'unsubscribe') this.#left(name, entry)
      else entry.isAcked = true
    }
    return op === 'subscribe' ? entries.map(([name]) => name) : []
  }

  /** Data of this symbol came: it is subscribed, with or without an ack. */
  seen(symbol: string): void {
    if (!this.#mayBeAsked) return
    const entry = this.#entries.get(symbol)
    if (entry?.state !== 'asked') return
    confirm(entry)
    this.#mayBeAsked = this.count('asked') > 0
  }

  /**
   * Takes a refusal; returns the symbols that are now known to be refused. A refusal that names nothing (Kraken's
   * futures) is of the oldest unanswered request: requests are answered in order. `isActive`: refused as already
   * subscribed (a name that was removed and added again): it is unsubscribed first, once per request.
   */
  refused(symbol: string | null, requestId: string | null, now: number, isActive = false): string[] {
    const meant = symbol === null && requestId === null ? this.#oldestUnanswered() : requestId
    const entries = this.#entriesFor(symbol, meant).filter(([, { state }]) => state === 'asked')
    if (entries.length > 1) {
      for (const [, entry] of entries) {
        entry.alone = true
        entry.dueAt = now + ALONE_MS
      }
      return []
    }
    for (const [, entry] of entries) {
      entry.isRenewed = isActive && !entry.isRenewed
      if (entry.isRenewed) {
        leave(entry, true)
        return []
      }
      entry.state = 'refused'
      entry.dueAt = now + LATER_MS
      entry.openSince = Number.NaN
    }
    return entries.map(([name]) => name)
  }

  /** Moves entries whose state timed out; returns the symbols that must be reported now. */
  overdue(now: number): string[] {
    const report: string[] = []
    for (const [symbol, entry] of this.#entries) {
      if (now >= entry.dueAt) {
        if (entry.state === 'leaving') this.#left(symbol, entry)
        else if (entry.state === 'asked' && entry.isAcked && this.#startsAnew) leave(entry, true)
        else if (entry.state === 'asked' || entry.state === 'refused') entry.state = 'wanted'
      }
      if (now - entry.openSince >= REPORT_MS && !entry.reported) {
        entry.reported = true
        report.push(symbol)
      }
    }
    this.#mayBeAsked = this.count('asked') > 0
    return report
  }

  #left(symbol: string, entry: Entry): void {
    if (entry.returns) entry.state = 'wanted'
    else this.#entries.delete(symbol)
  }

  #pick(limit: number, fits: (entry: Entry) => boolean): string[] {
    const picked: string[] = []
    for (const [symbol, entry] of this.#entries) {
      if (picked.length === limit) break
      if (fits(entry)) picked.push(symbol)
    }
    return picked
  }

  #oldestUnanswered(): string | null {
    const open = [...this.#entries.values()].filter(({ state, isAcked }) => state === 'asked' && !isAcked)
    return open.length === 0 ? null : String(Math.min(...open.map(({ requestId }) => requestId)))
  }

  #entriesFor(symbol: string | null, requestId: string | null): [string, Entry][] {
    if (symbol !== null) {
      const entry = this.#entries.get(symbol)
      return entry === undefined ? [] : [[symbol, entry]]
    }
    return [...this.#entries].filter(([, entry]) => requestId !== null && String(entry.requestId) === requestId)
  }
}

function fresh(): Entry {
  return {
    state: 'wanted',
    requestId: 0,
    dueAt: Number.NaN,
    openSince: Number.NaN,
    reported: false,
    isAcked: false,
    alone: false,
    isRenewed: false,
    returns: false,
  }
}

function confirm(entry: Entry): void {
  entry.state = 'confirmed'
  entry.openSince = Number.NaN
  entry.reported = false
  entry.alone = false
  entry.isRenewed = false
}

function leave(entry: Entry, returns: boolean): void {
  entry.returns = returns
  if (entry.state !== 'leaving') entry.state = 'unwanted'
}
