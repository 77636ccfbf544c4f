import type { PublishedRow } from '../../app/engine-protocol/state.ts'
import type { ListView } from '../presenters/market-view.ts'
import { deltaEvent, snapshotEvent } from './events.ts'

/** Age up to which changes are kept for viewers that resume (`Last-Event-ID`), ms. */
const KEPT_MS = 60_000
/** Largest total size of kept changes (about), bytes. */
const KEPT_BYTES = 8 * 1024 * 1024
/**
 * Interval of empty changes, ms, which say that nothing changed. Viewers themselves mark rows as old after 5 s of
 * silence.
 */
const SIGN_OF_LIFE_MS = 2_000

/** An event that is serialised once, when the first viewer takes it. */
type LazyEvent = () => Buffer

type BufferedEvent = {
  readonly number: number
  readonly time: number
  readonly bytes: number
  readonly event: LazyEvent
}

/** An event for all live viewers. */
type Step = { readonly kind: 'delta' | 'snapshot'; readonly event: LazyEvent }

/** Versions of one live list: each change is one event, with the same bytes for all viewers. */
export class LiveTrack {
  readonly #run: string
  #number = 0
  #view: ListView
  #revisions: ReadonlyMap<string, number>
  #kept: BufferedEvent[] = []
  #keptBytes = 0
  #toldAt = Number.NEGATIVE_INFINITY
  #snapshot: Buffer | null = null

  /** `run`: makes the versions of this list and process unique. */
  constructor(run: string, view: ListView) {
    this.#run = run
    this.#view = view
    this.#revisions = revisionsOf(view)
  }

  /** The version that the next change follows on. */
  get version(): string {
    return `${this.#run}.${this.#number}`
  }

  /** The whole list, with the version that the next change follows on. */
  get snapshot(): Buffer {
    this.#snapshot ??= snapshotEvent(this.version, this.#view)
    return this.#snapshot
  }

  /** Takes the list of `now`; null when viewers need no event. */
  move(view: ListView, now: number): Step | null {
    const hasOtherSource = view.source !== this.#view.source
    const upsert = view.rows.filter((row) => this.#revisions.get(row.id) !== row.revision)
    const listed = new Set(view.rows.map((row) => row.id))
    const remove = [...this.#revisions.keys()].filter((id) => !listed.has(id))
    const isNews = hasOtherSource || upsert.length > 0 || remove.length > 0
    this.#view = view
    this.#snapshot = null
    if (!isNews && now - this.#toldAt < SIGN_OF_LIFE_MS) return null
    this.#toldAt = now
    this.#number++
    this.#revisions = revisionsOf(view)
    if (hasOtherSource) {
      this.#forget()
      return { kind: 'snapshot', event: () => this.snapshot }
    }
    const version = this.version
    const { asOf, time } = view
    const event = once(() => deltaEvent(version, { asOf, time }, upsert, remove))
    this.#keep({ number: this.#number, time: now, bytes: bytesOf(upsert), event })
    return { kind: 'delta', event }
  }

  /** Starts anew from `view`: a restarted engine counts its revisions from the beginning. */
  restart(view: ListView): void {
    this.#forget()
    this.#number++
    this.#view = view
    this.#snapshot = null
    this.#revisions = revisionsOf(view)
  }

  /** The changes since a version, oldest first. Null when some are no longer kept, or the version is of another run. */
  since(version: string): Buffer[] | null {
    const [run, text = ''] = version.split('.')
    if (run !== this.#run || !/^\d{1,15}$/.test(text)) return null
    const number = Number(text)
    if (number === this.#number) return []
    const first = this.#kept[0]
    if (number > this.#number || first === undefined || first.number > number + 1) return null
    return this.#kept.filter((kept) => kept.number > number).map((kept) => kept.event())
  }

  #keep(kept: BufferedEvent): void {
    this.#kept.push(kept)
    this.#keptBytes += kept.bytes
    let stale = 0
    for (const { time, bytes } of this.#kept) {
      if (kept.time - time <= KEPT_MS && this.#keptBytes <= KEPT_BYTES) break
      this.#keptBytes -= bytes
      stale++
    }
    this.#kept.splice(0, stale)
  }

  #forget(): void {
    this.#kept = []
    this.#keptBytes = 0
  }
}

function revisionsOf(view: ListView): Map<string, number> {
  return new Map(view.rows.map((row) => [row.id, row.revision]))
}

/** Approximate bytes of a kept change: its rows as text or, once a viewer took it, as bytes. */
const bytesOf = (rows: readonly PublishedRow[]) => rows.reduce((bytes, { json }) => bytes + json.length, 200)

/** Calls `make` once, then releases its inputs. */
function once(make: () => Buffer): LazyEvent {
  let maker: (() => Buffer) | null = make
  let made: Buffer = Buffer.alloc(0)
  return () => {
    if (maker !== null) made = maker()
    maker = null
    return made
  }
}
