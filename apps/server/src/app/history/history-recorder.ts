import type { FindingEvent } from '../market/lifetimes/opportunity-lifecycles.ts'
import type { OutlookOf } from '../market/opportunity/outlook.ts'
import { netReturn, presentEvidence, presentRow } from '../market/opportunity/present/present.ts'
import { type HistoryJournal, type HistoryRecord, KEPT_EVERY_MS } from '../ports/market/archive.ts'
import type { LifetimeSource } from '../ports/market/market-source.ts'
import type { EventLog } from '../ports/system/event-log.ts'

/** Interval of the batches, ms. */
const EVERY_MS = 1_000
/** Limit of the write queue, in points; beyond it points are counted as lost. */
const MOST_WAITING = 20_000
/** Interval of the log lines about a journal that keeps failing, ms. */
const COMPLAIN_EVERY_MS = 60_000

type RecorderOptions = {
  /** Null where no history is written: in a replay, or by the settings. */
  readonly journal: HistoryJournal | null
  readonly source: LifetimeSource
  readonly outlookOf: OutlookOf
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string
  readonly log: EventLog
}

/** Records the history of one market source's opportunities: opened, changed at most so often (`KEPT_EVERY_MS`), closed. */
export class HistoryRecorder {
  readonly #options: RecorderOptions
  /** Openings and closings that are not written yet, in order. None of them is skipped. */
  #moments: FindingEvent[] = []
  /** The newest unwritten change of each open route. */
  #changes = new Map<string, FindingEvent>()
  /** When a change of each open route was last written, epoch ms. */
  readonly #wroteAt = new Map<string, number>()
  #points: HistoryRecord[] = []
  #writing: Promise<void> = Promise.resolve()
  #isWriting = false
  #isOver = false
  #lost = 0
  #appendedAt = 0
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Number of points that could not be written. */
  get lost(): number {
    return this.#lost
  }

  /** Takes a finding; only queues it, so that no frame waits. */
  record(event: FindingEvent): void {
    if (this.#isOver || this.#options.journal === null) return
    const { id } = event.route
    if (event.event === 'changed') {
      this.#changes.set(id, event)
      return
    }
    // A closing carries the last evaluation, which makes a queued change redundant.
    this.#changes.delete(id)
    if (event.event === 'opened') this.#wroteAt.set(id, event.t)
    else this.#wroteAt.delete(id)
    if (this.#moments.length + this.#points.length < MOST_WAITING) this.#moments.push(event)
    else this.#lost++
  }

  /** Serialises the due points, one per piece, and starts writing them without waiting for the disk. */
  *writing(now: number): Generator<void, void, void> {
    const { journal } = this.#options
    if (journal === null || this.#isOver) return
    for (let event = this.#moments.shift(); event !== undefined; event = this.#moments.shift()) {
      this.#add(event)
      yield
    }
    for (const [id, event] of this.#changes) {
      const every = KEPT_EVERY_MS[event.route.mode]
      if (now - (this.#wroteAt.get(id) ?? Number.NEGATIVE_INFINITY) < every) continue
      this.#changes.delete(id)
      this.#wroteAt.set(id, now)
      this.#add(event)
      yield
    }
    if (this.#isWriting || this.#isOver || this.#points.length === 0 || now - this.#appendedAt < EVERY_MS) return
    this.#appendedAt = now
    const points = this.#points
    this.#points = []
    this.#isWriting = true
    this.#writing = this.#writing
      .then(() => journal.append(points))
      .catch((error) => this.#failed(error, points.length, now))
      .finally(() => {
        this.#isWriting = false
      })
  }

  /** Shutdown: writes queued points before it returns. A write under way ends before the promise resolves. */
  stop(now: number): Promise<void> {
    const { journal } = this.#options
    if (this.#isOver) return this.#writing
    for (const event of [...this.#moments, ...this.#changes.values()]) this.#add(event)
    const points = this.#points
    this.#forget()
    this.#isOver = true
    try {
      if (points.length > 0) journal?.appendNow(points)
    } catch (error) {
      this.#failed(error, points.length, now)
    }
    return this.#writing
  }

  /** Drops the history of a market source that is over (product-decisions.md 27). */
  drop(): void {
    const { journal, log } = this.#options
    this.#isOver = true
    this.#forget()
    this.#writing = this.#writing
      .then(() => journal?.clear())
      .catch((error) => log('error', 'history-not-dropped', { error: String(error) }))
  }

  #forget(): void {
    this.#moments = []
    this.#changes = new Map()
    this.#points = []
    this.#wroteAt.clear()
  }

  #add(event: FindingEvent): void {
    if (this.#points.length < MOST_WAITING) this.#points.push(pointOf(event, this.#options))
    else this.#lost++
  }

  #failed(error: unknown, lost: number, now: number): void {
    this.#lost += lost
    if (now - this.#complainedAt < COMPLAIN_EVERY_MS) return
    this.#complainedAt = now
    this.#options.log('error', 'history-not-written', { error: String(error), lost: this.#lost })
  }
}

type Words = Pick<RecorderOptions, 'source' | 'outlookOf' | 'hash'>

/** The point of a finding: the row as listed, and the hash of its evidence. */
function pointOf(
  { t, event, reason, route, opportunity }: FindingEvent,
  { source, outlookOf, hash }: Words,
): HistoryRecord {
  const { detectedAt, updatedAt, ...last } = opportunity
  const { id, mode } = route
  const outlook = outlookOf({ id, mode, openSince: detectedAt }, last, updatedAt)
  const state = event === 'closed' ? ('CLOSED' as const) : ('LIVE' as const)
  const row = presentRow(opportunity, { source, state, time: updatedAt, ages: last, outlook })
  const evidence = presentEvidence(opportunity)
  const returned = netReturn(row)
  return {
    t,
    route: id,
    mode,
    event,
    reason,
    netReturn: Number.isFinite(returned) ? returned : null,
    netPnl: row.net_pnl,
    size: row.size,
    ageMs: row.age_ms,
    evidenceHash: hash(JSON.stringify(evidence)),
    row: JSON.stringify(row),
    best: JSON.stringify(
      evidence.legs.map(({ exchange, market, symbol, side, levels }) => [
        exchange,
        market,
        symbol,
        side,
        ...(levels[0] ?? []),
      ]),
    ),
  }
}
