import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ExchangeId } from '@makas/domain'
import type { WebSocket } from 'ws'
import { after, wallMs } from '../clock.ts'
import type { FaultInjector } from '../faults/fault-injector.ts'
import { type PrintedLevel, spoil, usualSpoiling } from '../faults/spoil.ts'
import type { Counters } from './counters.ts'

/** Bytes in the send buffer at which a reader is cut off, as exchanges do with slow readers. */
const MAX_BUFFERED = 96 * 1024 * 1024
const HUGE = 64 * 1024 * 1024

/** Facts about a data frame for the fault injector. */
export interface DataFacts {
  /** `BASE/QUOTE` by plain names; absent for frames of several markets. */
  readonly symbol?: string
  /** Levels whose digits a checksum covers, as printed; called only when a digit is to be changed. */
  readonly digits?: () => readonly PrintedLevel[]
}

/** One stream connection of one exchange. Everything that it sends passes the fault injector. */
export class Connection {
  readonly id: number
  readonly exchange: ExchangeId
  readonly openedAt = wallMs()
  lastInAt = this.openedAt
  lastOutAt = this.openedAt
  readonly #ws: WebSocket
  readonly #socket: Duplex
  readonly #injector: FaultInjector
  readonly #counters: Counters
  /** Frames held back by `swap`, by symbol, until the symbol's next frame has gone. */
  readonly #held = new Map<string, string>()
  #isDead = false

  constructor(
    id: number,
    exchange: ExchangeId,
    ws: WebSocket,
    socket: Duplex,
    injector: FaultInjector,
    counters: Counters,
  ) {
    this.id = id
    this.exchange = exchange
    this.#ws = ws
    this.#socket = socket
    this.#injector = injector
    this.#counters = counters
  }

  /** Sends acks, pongs and status, which faults of data do not strike. */
  control(text: string): void {
    this.#counters.controlFrames += 1
    this.#write(text)
  }

  heartbeat(text: string): void {
    this.#counters.controlFrames += 1
    this.#write(text)
  }

  data(text: string, facts: DataFacts): void {
    this.#counters.bookFrames += 1
    this.#data(text, facts)
  }

  /** Sends a frame of market data beside the books: marks, funding rates, tickers. */
  fact(text: string, facts: DataFacts): void {
    this.#counters.factFrames += 1
    if (this.#injector.isQuiet || !this.#injector.strikes('silent-marks', this.exchange, facts.symbol))
      this.#data(text, facts)
  }

  #data(text: string, facts: DataFacts): void {
    if (this.#injector.isQuiet && this.#held.size === 0) this.#write(text)
    else this.#dataUnderFaults(text, facts)
  }

  /** Keeps messages back until `release`, which hands them to the socket in one write. */
  hold(): void {
    this.#socket.cork()
  }

  release(): void {
    this.#socket.uncork()
  }

  ping(payload: string): void {
    if (!this.#isDead) this.#ws.ping(payload)
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason)
    // A peer that does not answer the close frame is cut off.
    after(1_000, () => this.#socket.destroy())
  }

  reset(): void {
    const socket = this.#socket as Partial<Socket>
    if (socket.resetAndDestroy) socket.resetAndDestroy()
    else this.#socket.destroy()
  }

  /** From now on nothing passes in either direction, without a close. */
  die(): void {
    this.#isDead = true
    this.#ws.pause()
    this.#socket.write = () => true
  }

  /** From now on at most `bytesPerSecond` are sent, in order. */
  drip(bytesPerSecond: number): void {
    const write = this.#socket.write.bind(this.#socket)
    let queue = Buffer.alloc(0)
    let isRunning = false
    const step = () => {
      const count = Math.max(1, Math.floor(bytesPerSecond / 20))
      write(queue.subarray(0, count))
      queue = queue.subarray(count)
      isRunning = queue.length > 0
      if (isRunning && !this.#socket.destroyed) after(50, step)
    }
    this.#socket.write = (chunk: string | Uint8Array) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      if (queue.length < MAX_BUFFERED) queue = Buffer.concat([queue, bytes])
      if (!isRunning) {
        isRunning = true
        after(50, step)
      }
      return true
    }
  }

  #write(text: string | Buffer, compress = false): void {
    if (this.#isDead || this.#ws.readyState !== this.#ws.OPEN) return
    if (this.#ws.bufferedAmount > MAX_BUFFERED) {
      this.close(1008, 'slow reader')
      return
    }
    this.lastOutAt = wallMs()
    this.#ws.send(text, { compress, binary: typeof text !== 'string' })
  }

  #dataUnderFaults(text: string, facts: DataFacts): void {
    const { exchange } = this
    const { symbol } = facts
    const struck = (kind: Parameters<FaultInjector['strikes']>[0]) => this.#injector.strikes(kind, exchange, symbol)
    if (struck('silent') || struck('drop')) return
    const cut =
      this.#injector.holding('disconnect', exchange)?.fault.rate === undefined ? undefined : struck('disconnect')
    if (cut) {
      if (cut.fault.how === 'reset') this.reset()
      else this.close(1001, 'going away')
      return
    }
    const huge = struck('huge-frame')
    if (huge) this.#write(`{"padding":"${'x'.repeat(huge.fault.bytes ?? HUGE)}"}`)
    const bomb = struck('compression-bomb')
    if (bomb) this.#write(`{"padding":"${' '.repeat(bomb.fault.bytes ?? HUGE)}"}`, true)
    this.#ordered(this.#maybeSpoilt(text, facts), symbol)
  }

  #maybeSpoilt(text: string, facts: DataFacts): string | Buffer {
    const live = this.#injector.holding('corrupt', this.exchange, facts.symbol)
    if (!live || (live.fault.rate !== undefined && live.random.unit() >= live.fault.rate)) return text
    const spoiling = live.fault.spoiling ?? usualSpoiling(this.exchange, facts.digits !== undefined, live.random)
    const spoilt = spoil(text, spoiling, facts.digits?.() ?? [], live.random)
    if (spoilt === undefined) return text
    this.#injector.record(live)
    return spoilt
  }

  #ordered(frame: string | Buffer, symbol: string | undefined): void {
    const key = symbol ?? ''
    const held = this.#held.get(key)
    if (held === undefined && typeof frame === 'string' && this.#injector.strikes('swap', this.exchange, symbol)) {
      this.#held.set(key, frame)
      return
    }
    this.#write(frame)
    if (this.#injector.strikes('duplicate', this.exchange, symbol)) this.#write(frame)
    if (held === undefined) return
    this.#write(held)
    this.#held.delete(key)
  }
}
