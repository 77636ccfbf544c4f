/** An unanswered request is repeated after this, so that a second answer still comes before the report. */
const AGAIN_MS = 5_000
/** Everything is confirmed or reported within 15 s (F4); the rest is for the checking rhythm. */
const REPORT_MS = 12_000
/** An unsubscription that nobody answers holds a repair up no longer than this. */
const LEAVE_MS = 1_000
/** The rest of a refused request of many is asked one by one, after those that were accepted have said so. */
const ALONE_MS = 500
/** A refused name may be listed later, and one that was reported has been asked often enough. */
const LATER_MS = 60_000

type State = 'wanted' | 'asked' | 'confirmed' | 'refused' | 'unwanted' | 'leaving'

type Entry = {
  state: State
  /** Id of the last request that named it. */
  requestId: number
  /** When the state is given up for the next try, ms. */
  dueAt: number
  /** First request since it was last confirmed; NaN when none is open. */
  openSince: number
  reported: boolean
  isAcked: boolean
  /** Asked alone, because a request of many that contained it was refused. */
  alone: boolean
  /** Left because the exchange took it for subscribed already. */
  isRenewed: boolean
  /** After unsubscribing: subscribe again, or forget it. */
  returns: boolean
}

export type SubscriptionRequest = { readonly op: 'subscribe' | 'unsubscribe'; readonly symbols: readonly string[] }

/** What one connection is subscribed to, asked for and still owes. Pure: the connection sends, the clock is passed in. */
export class Subscriptions {
  readonly #entries = new Map<string, Entry>()
  /** Whether any name may be asked for and not confirmed: with none, which is nearly always, data proves nothing new. */
  #mayBeAsked = false
  readonly #startsAnew: boolean

  /** @param startsAnew to ask again an active name must be unsubscribed first, else it brings no snapshot. */
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

  /** Reported as neither confirmed nor refused in time. */
  get overdueCount(): number {
    return [...this.#entries.values()].filter(({ reported, state }) => reported && state !== 'refused').length
  }

  add(symbol: string): void {
    const known = this.#entries.get(symbol)
    if (known === undefined) this.#entries.set(symbol, fresh())
    else if (known.state === 'unwanted' || known.state === 'leaving') known.returns = true
  }

  /** No longer wanted. */
  remove(symbol: string): void {
    const entry = this.#entries.get(symbol)
    if (entry === undefined) return
    if (entry.state === 'wanted' || entry.state === 'refused') this.#entries.delete(symbol)
    else leave(entry, false)
  }

  /** Unsubscribe, then subscribe once more: the exchange answers with a snapshot. */
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
   * An ack that names a symbol or only the request; returns the symbols that are now subscribed, as far as the exchange
   * says so: only data confirms (unknown names are acknowledged too, and an acknowledged one may stay silent, F4).
   */
  acknowledged(op: 'subscribe' | 'unsubscribe', symbol: string | null, requestId: string | null): string[] {
    const state = op === 'subscribe' ? 'asked' : 'leaving'
    const named = this.#named(symbol, requestId).filter(([, entry]) => entry.state === state)
    for (const [name, entry] of named) {
      if (op === 'unsubscribe') this.#left(name, entry)
      else entry.isAcked = true
    }
    return op === 'subscribe' ? named.map(([name]) => name) : []
  }

  /** Data of this symbol came: whatever the ack said or did not say, it is subscribed. */
  seen(symbol: string): void {
    if (!this.#mayBeAsked) return
    const entry = this.#entries.get(symbol)
    if (entry?.state !== 'asked') return
    confirm(entry)
    this.#mayBeAsked = this.count('asked') > 0
  }

  /**
   * A refusal; returns the symbols that are now known to be refused. One that names nothing (Kraken's futures) is of the
   * oldest request that was not answered: they are answered in order. `isActive`: refused because the exchange takes it
   * for subscribed (a name that went and came again): it is left first, once for each time that it is asked for.
   */
  refused(symbol: string | null, requestId: string | null, now: number, isActive = false): string[] {
    const meant = symbol === null && requestId === null ? this.#oldestUnanswered() : requestId
    const named = this.#named(symbol, meant).filter(([, { state }]) => state === 'asked')
    if (named.length > 1) {
      for (const [, entry] of named) {
        entry.alone = true
        entry.dueAt = now + ALONE_MS
      }
      return []
    }
    for (const [, entry] of named) {
      entry.isRenewed = isActive && !entry.isRenewed
      if (entry.isRenewed) {
        leave(entry, true)
        return []
      }
      entry.state = 'refused'
      entry.dueAt = now + LATER_MS
      entry.openSince = Number.NaN
    }
    return named.map(([name]) => name)
  }

  /** Moves what waited too long; returns the symbols that must be reported now. */
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

  #named(symbol: string | null, requestId: string | null): [string, Entry][] {
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
