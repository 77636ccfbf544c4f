import { LIMITS, Status } from '@makas/contract'
import type { Clock } from '../../app/ports/book-feed.ts'
import type { EngineSupervisor } from '../engine/engine-supervisor.ts'
import type { MarketBoard } from '../market-board.ts'
import type { MarketView } from '../presenters/market-view.ts'
import { statusMark } from '../presenters/status.ts'
import { farewell, HEARTBEAT, snapshotEvent, statusEvent } from './events.ts'
import { LiveTrack } from './live-track.ts'
import { StreamClient, type StreamSink } from './stream-client.ts'

const WATCH_MS = 1_000
/** Visitors served before the event loop gets its turn: ten thousand writes at once would hold up everything else. */
const ROUND = 500
/** Readers told to leave come back spread over this many steps of this many milliseconds. */
const SPREAD_STEPS = 30
const SPREAD_MS = 100

type Board = Pick<MarketBoard, 'listen' | 'view' | 'statusText'>

export type HubOptions = {
  readonly board: Board
  readonly engine: Pick<EngineSupervisor, 'listen'>
  readonly clock: Clock
  /** Makes versions of this process different from those of every other; letters and digits. */
  readonly run: string
}

/** All open streams: live readers get changes at most every 250 ms, visitors one snapshot each 5 s. */
export class StreamHub {
  readonly #board: Board
  readonly #clock: Clock
  readonly #run: string
  readonly #track: LiveTrack
  readonly #live = new Set<StreamClient>()
  readonly #visitors = new Set<StreamClient>()
  #visitorNumber = 0
  #visitorSnapshot: Buffer
  #round: object = {}
  #movedAt = Number.NEGATIVE_INFINITY
  #moving = false
  #statusMark = ''
  #statusAt = Number.NEGATIVE_INFINITY
  #beatAt: number
  #timer: { cancel(): void } | null = null
  #farewells = 0

  constructor({ board, engine, clock, run }: HubOptions) {
    this.#board = board
    this.#clock = clock
    this.#run = run
    this.#beatAt = clock.now()
    this.#track = new LiveTrack(`l${run}`, board.view(true))
    this.#visitorSnapshot = this.#snapshotForVisitors(board.view(false))
    board.listen({ newest: () => this.#moveSoon(), visitors: (view) => this.#tellVisitors(view) })
    engine.listen({ message: () => undefined, condition: (condition) => condition !== 'running' && this.#restart() })
  }

  /** How many streams are open. */
  get size(): number {
    return this.#live.size + this.#visitors.size
  }

  start(): void {
    this.#timer = this.#clock.after(WATCH_MS, () => {
      this.#watch()
      this.start()
    })
  }

  /** Serves one reader until its connection closes; `lastId` is the last event that it has. */
  join(sink: StreamSink, isLive: boolean, lastId: string | undefined): void {
    const now = this.#clock.now()
    const newest = () => (isLive ? this.#track.snapshot : this.#visitorSnapshot)
    const client = new StreamClient(sink, newest)
    const clients = isLive ? this.#live : this.#visitors
    clients.add(client)
    sink.on('close', () => clients.delete(client))
    const missed = isLive && lastId !== undefined ? this.#track.since(lastId) : null
    if (missed === null) client.send(newest(), 'snapshot', now)
    else for (const event of missed) client.send(event, 'delta', now)
    client.send(statusEvent(this.#board.statusText()), 'other', now)
  }

  /** Ends all streams; the readers come back, elsewhere or later, spread over some seconds. */
  close(): void {
    this.#timer?.cancel()
    this.#round = {}
    for (const client of this.#all()) {
      client.end(farewell(500 + (this.#farewells++ % SPREAD_STEPS) * SPREAD_MS))
    }
    this.#live.clear()
    this.#visitors.clear()
  }

  *#all(): Iterable<StreamClient> {
    yield* this.#live
    yield* this.#visitors
  }

  /** Moves at once, or as soon as the least gap between two changes has passed. */
  #moveSoon(): void {
    if (this.#moving) return
    const wait = this.#movedAt + LIMITS.deltaMinGapMs - this.#clock.now()
    if (wait <= 0) {
      this.#move()
      return
    }
    this.#moving = true
    this.#clock.after(wait, () => {
      this.#moving = false
      this.#move()
    })
  }

  #move(): void {
    const now = this.#clock.now()
    this.#movedAt = now
    const step = this.#track.move(this.#board.view(true), now)
    if (step !== null) for (const client of this.#live) client.send(step.event, step.kind, now)
    this.#tellStatus(now)
  }

  #restart(): void {
    this.#track.restart(this.#board.view(true))
    const now = this.#clock.now()
    for (const client of this.#live) client.send(this.#track.snapshot, 'snapshot', now)
    this.#tellStatus(now)
  }

  #tellVisitors(view: MarketView): void {
    this.#visitorSnapshot = this.#snapshotForVisitors(view)
    const round = {}
    this.#round = round
    const event = this.#visitorSnapshot
    const waiting = [...this.#visitors]
    const next = () => {
      if (this.#round !== round) return
      const now = this.#clock.now()
      for (const client of waiting.splice(0, ROUND)) if (this.#visitors.has(client)) client.send(event, 'snapshot', now)
      if (waiting.length > 0) setImmediate(next)
    }
    next()
    this.#tellStatus(this.#clock.now())
  }

  /** At each change of what it says, and every 5 s for its figures. */
  #tellStatus(now: number): void {
    if (this.size === 0) return
    const text = this.#board.statusText()
    const isDue = now - this.#statusAt >= LIMITS.visitorFreezeMs
    const mark = statusMark(Status.parse(JSON.parse(text)))
    if (mark === this.#statusMark && !isDue) return
    this.#statusMark = mark
    this.#statusAt = now
    const event = statusEvent(text)
    for (const client of this.#all()) client.send(event, 'other', now)
  }

  #watch(): void {
    const now = this.#clock.now()
    this.#tellStatus(now)
    const isBeat = now - this.#beatAt >= LIMITS.streamHeartbeatMs
    if (isBeat) this.#beatAt = now
    for (const client of this.#all()) {
      if (client.isTooSlow(now)) client.cut()
      else if (isBeat) client.send(HEARTBEAT, 'other', now)
    }
  }

  #snapshotForVisitors(view: MarketView): Buffer {
    return snapshotEvent(`v${this.#run}.${++this.#visitorNumber}`, view)
  }
}
