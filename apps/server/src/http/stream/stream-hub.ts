import { LIMITS, type Mode, Status } from '@makas/contract'
import { byMode, MODES, sumOfModes } from '@makas/domain'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { SilentPeers } from '../../app/ports/system/silent-peers.ts'
import type { EngineSupervisor } from '../engine/engine-supervisor.ts'
import type { MarketBoard } from '../market-board.ts'
import type { MarketView } from '../presenters/market-view.ts'
import { statusMark } from '../presenters/status.ts'
import { farewell, HEARTBEAT } from './events.ts'
import { ModeStreams } from './mode-streams.ts'
import type { StreamClient, StreamSink } from './stream-client.ts'

const WATCH_MS = 1_000
/** Visitors served in one turn of the event loop: ten thousand writes at once would hold up everything else. */
const ROUND = 500
/** Steps over which the reconnects of viewers that are sent away are spread. */
const SPREAD_STEPS = 30
/** Length of a step, ms. */
const SPREAD_MS = 100
/** Reconnect delay of a viewer that is sent away alone, ms. */
const RETURN_MS = 500

type Board = Pick<MarketBoard, 'listen' | 'listed' | 'view' | 'statusText'>

export type HubOptions = {
  readonly board: Board
  readonly engine: Pick<EngineSupervisor, 'listen'>
  readonly clock: Clock
  readonly silentPeers: SilentPeers
  /** Makes the versions of this process unique; letters and digits. */
  readonly run: string
}

/** What a viewer asks for; `lastId` is the id of the last event that it has. */
type Wish = { readonly mode: Mode; readonly isLive: boolean; readonly lastId: string | null }

/** All open streams: live viewers get changes at most every 250 ms, visitors one snapshot each 5 s. */
export class StreamHub {
  readonly #board: Board
  readonly #clock: Clock
  readonly #silentPeers: SilentPeers
  readonly #streams: Readonly<Record<Mode, ModeStreams>>
  #round: object = {}
  #movedAt = Number.NEGATIVE_INFINITY
  #moving = false
  #statusMark = ''
  #statusAt = Number.NEGATIVE_INFINITY
  #beatAt: number
  #timer: { cancel(): void } | null = null
  #farewells = 0
  /** Peers that acknowledged nothing at the last heartbeat. */
  #silent: ReadonlySet<string> = new Set()

  constructor({ board, engine, clock, silentPeers, run }: HubOptions) {
    this.#board = board
    this.#clock = clock
    this.#silentPeers = silentPeers
    this.#beatAt = clock.now()
    const streams = (mode: Mode) =>
      new ModeStreams(`${mode}${run}`, board.view(true).lists[mode], board.view(false).lists[mode])
    this.#streams = byMode(streams)
    board.listen({
      reads: (mode) => this.#streams[mode].live.size > 0,
      newest: () => this.#moveSoon(),
      visitors: (view) => this.#tellVisitors(view),
    })
    engine.listen({ message: () => undefined, condition: (condition) => condition !== 'running' && this.#restart() })
  }

  get size(): number {
    return sumOfModes(byMode((mode) => this.#streams[mode].size))
  }

  /** Bytes queued for the viewer with the longest queue. */
  get mostWaiting(): number {
    let most = 0
    for (const client of this.#all()) most = Math.max(most, client.waiting)
    return most
  }

  start(): void {
    this.#timer = this.#clock.after(WATCH_MS, () => {
      this.#watch()
      this.start()
    })
  }

  /** Waits until the list of a mode is made that a live viewer is about to `join`. */
  async prepare(mode: Mode): Promise<void> {
    await this.#board.listed(mode)
  }

  /** Serves one viewer until its connection closes, or until the returned function sends it away to reconnect. */
  join(sink: StreamSink, { mode, isLive, lastId }: Wish): () => void {
    const now = this.#clock.now()
    const streams = this.#streams[mode]
    // No viewer got the changes since the last live viewer left.
    if (isLive && streams.live.size === 0) streams.move(this.#board.view(true).lists[mode], now)
    const client = streams.join(sink, isLive, lastId, now)
    streams.greet(client, this.#board.statusText(), now)
    return () => {
      // Nothing may be written after the last event.
      const wasServed = streams.live.delete(client) || streams.visitors.delete(client)
      if (wasServed) client.end(farewell(RETURN_MS))
    }
  }

  /** Ends all streams; the viewers reconnect, here or elsewhere, spread over some seconds. */
  close(): void {
    this.#timer?.cancel()
    this.#round = {}
    for (const client of this.#all()) {
      client.end(farewell(500 + (this.#farewells++ % SPREAD_STEPS) * SPREAD_MS))
    }
    for (const mode of MODES) {
      this.#streams[mode].live.clear()
      this.#streams[mode].visitors.clear()
    }
  }

  *#all(): Iterable<StreamClient> {
    for (const mode of MODES) yield* this.#streams[mode].clients()
  }

  /** Sends changes at once, or as soon as the least gap between two changes has passed. */
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
    const { lists, unread } = this.#board.view(true)
    for (const mode of MODES) if (!unread.includes(mode)) this.#streams[mode].move(lists[mode], now)
    this.#tellStatus(now)
  }

  #restart(): void {
    const now = this.#clock.now()
    const { lists } = this.#board.view(true)
    for (const mode of MODES) this.#streams[mode].restart(lists[mode], now)
    this.#tellStatus(now)
  }

  #tellVisitors({ lists }: MarketView): void {
    for (const mode of MODES) this.#streams[mode].freeze(lists[mode])
    const round = {}
    this.#round = round
    const waiting = MODES.flatMap((mode) => {
      const streams = this.#streams[mode]
      return [...streams.visitors].map((client) => ({ client, streams }))
    })
    const next = () => {
      if (this.#round !== round) return
      const now = this.#clock.now()
      for (const { client, streams } of waiting.splice(0, ROUND)) {
        if (streams.visitors.has(client)) client.send(streams.frozenSnapshot, 'snapshot', now)
      }
      if (waiting.length > 0) setImmediate(next)
    }
    next()
    this.#tellStatus(this.#clock.now())
  }

  /** Sends the status when a state or reason changes, and every 5 s for its figures. */
  #tellStatus(now: number): void {
    if (this.size === 0) return
    const text = this.#board.statusText()
    const isDue = now - this.#statusAt >= LIMITS.visitorFreezeMs
    const mark = statusMark(Status.parse(JSON.parse(text)))
    if (mark === this.#statusMark && !isDue) return
    this.#statusMark = mark
    this.#statusAt = now
    for (const mode of MODES) this.#streams[mode].tellStatus(text, now)
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
    if (isBeat && this.size > 0) void this.#cutSilent()
  }

  /** Cuts viewers that acknowledged nothing at two heartbeats in a row (reliability-matrix.md C2). */
  async #cutSilent(): Promise<void> {
    const silent = await this.#silentPeers()
    const gone = new Set([...silent].filter((peer) => this.#silent.has(peer)))
    this.#silent = silent
    if (gone.size === 0) return
    for (const client of this.#all()) if (client.isAmong(gone)) client.cut()
  }
}
