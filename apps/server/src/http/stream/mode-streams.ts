import type { ListView } from '../presenters/market-view.ts'
import { snapshotEvent, statusEvent } from './events.ts'
import { LiveTrack } from './live-track.ts'
import { StreamClient, type StreamSink } from './stream-client.ts'

/** The open streams of one mode and the versions of its list. A list without viewers is never serialised. */
export class ModeStreams {
  readonly live = new Set<StreamClient>()
  readonly visitors = new Set<StreamClient>()
  readonly #run: string
  readonly #track: LiveTrack
  #frozen: ListView
  #frozenNumber = 1
  #frozenSnapshot: Buffer | null = null

  /** `run`: makes the versions of this mode and process unique. */
  constructor(run: string, newest: ListView, frozen: ListView) {
    this.#run = run
    this.#track = new LiveTrack(`l${run}`, newest)
    this.#frozen = frozen
  }

  get size(): number {
    return this.live.size + this.visitors.size
  }

  *clients(): Iterable<StreamClient> {
    yield* this.live
    yield* this.visitors
  }

  /** Serves one viewer until its connection closes; `lastId` is the id of the last event that it has. */
  join(sink: StreamSink, isLive: boolean, lastId: string | null, now: number): StreamClient {
    const newest = () => (isLive ? this.#track.snapshot : this.frozenSnapshot)
    const client = new StreamClient(sink, newest)
    const clients = isLive ? this.live : this.visitors
    clients.add(client)
    sink.on('close', () => clients.delete(client))
    const missed = isLive && lastId !== null ? this.#track.since(lastId) : null
    if (missed === null) client.send(newest(), 'snapshot', now)
    else for (const event of missed) client.send(event, 'delta', now)
    return client
  }

  greet(client: StreamClient, status: string, now: number): void {
    const version = this.visitors.has(client) ? this.#frozenVersion : this.#track.version
    client.send(statusEvent(version, status), 'other', now)
  }

  tellStatus(status: string, now: number): void {
    const live = statusEvent(this.#track.version, status)
    for (const client of this.live) client.send(live, 'other', now)
    const frozen = statusEvent(this.#frozenVersion, status)
    for (const client of this.visitors) client.send(frozen, 'other', now)
  }

  /** Sends live viewers the changes up to the list of `now`. */
  move(view: ListView, now: number): void {
    const step = this.#track.move(view, now)
    if (step !== null) for (const client of this.live) client.send(step.event(), step.kind, now)
  }

  /** Starts the live list anew, after an engine was lost. */
  restart(view: ListView, now: number): void {
    this.#track.restart(view)
    for (const client of this.live) client.send(this.#track.snapshot, 'snapshot', now)
  }

  /** Takes the visitors' next list; it is sent in a separate round. */
  freeze(view: ListView): void {
    this.#frozen = view
    this.#frozenNumber++
    this.#frozenSnapshot = null
  }

  /** The snapshot of what visitors see. */
  get frozenSnapshot(): Buffer {
    this.#frozenSnapshot ??= snapshotEvent(this.#frozenVersion, this.#frozen)
    return this.#frozenSnapshot
  }

  /** Version of the visitors' list. Nobody resumes from it: a visitor that reconnects gets the whole list. */
  get #frozenVersion(): string {
    return `v${this.#run}.${this.#frozenNumber}`
  }
}
