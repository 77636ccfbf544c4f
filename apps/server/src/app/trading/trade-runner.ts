import type { TradeLeft, TradeOutcome } from '@makas/domain'
import { RenewedLease } from '../operation/renewed-lease.ts'
import type { Clock } from '../ports/system/clock.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { Lease, LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { KeyStore } from '../ports/trading/key-store.ts'
import type { OrderVault } from '../ports/trading/order-vault.ts'
import type { Trade, TradeStore } from '../ports/trading/trades.ts'
import { type Past, pastOf } from './past-orders.ts'
import { tradeLine } from './start-trade.ts'
import { TradeRun } from './trade-run.ts'

type Options = {
  readonly trades: TradeStore
  readonly keys: Pick<KeyStore, 'find'>
  readonly vault: Pick<OrderVault, 'placeOrder' | 'findOrder' | 'orderTrail'>
  /** Leases, by which one of all processes on this database sends orders. */
  readonly leases: LeaseStore
  /** Id of this process. */
  readonly holder: string
  readonly clock: Clock
  readonly log: EventLog
}

const LEASE = 'trades'
/** Length of the lease, ms: longer than the longest wait for an exchange; a dead process is replaced after it. */
const LEASE_MS = 15_000
/** Interval of the looks for new trades, ms. */
const LOOK_MS = 1_000
/** Trades that are begun together, at most: the trades that have waited longest. */
const MOST_AT_ONCE = 50
/** Time after which a trade no longer counts for `MOST_AT_ONCE`, ms: it then mostly waits for an exchange. */
const WAITS_AFTER_MS = 10_000
/** Trades that run, at most, however long. */
const MOST_RUNNING = 1_000
/** Pause before an interrupted trade (such as without a database) is taken up again, ms: each try asks exchanges. */
const INTERRUPTED_MS = 5_000
/**
 * Pause after an unforeseen failure, ms; after `MOST_FAILURES` failures the trade is given up, and its owner has to
 * close what is left.
 */
const FAILED_MS = 60_000
const MOST_FAILURES = 3

/** Pause of a trade: not taken up before `until` (epoch ms). */
type Pause = { readonly userId: string; readonly until: number; readonly failures: number }

/** Runs the stored trades, also trades that another process left unfinished. */
export class TradeRunner {
  readonly #options: Options
  readonly #runs = new Map<string, Promise<void>>()
  /** When each of these runs was begun, epoch ms. */
  readonly #begunAt = new Map<string, number>()
  readonly #paused = new Map<string, Pause>()
  #timer: { cancel(): void } | null = null
  #look: Promise<void> | null = null
  #isWanted = false
  /** The failure to run trades was logged: it is logged once, not each second. */
  #isFailing = false
  #wakeUp = (): void => undefined
  #isStopping = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.wake()
  }

  /** Looks for new trades at once: a trade was stored. */
  wake(): void {
    if (this.#isStopping) return
    this.#isWanted = true
    this.#wakeUp()
    if (this.#look !== null) return
    this.#timer?.cancel()
    this.#look = this.#untilNothingIsWanted().finally(() => {
      this.#look = null
      if (!this.#isStopping) this.#timer = this.#options.clock.after(LOOK_MS, () => this.wake())
    })
  }

  /** Begins nothing more; outcomes of sent orders are stored, or looked up after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#wakeUp()
    this.#timer?.cancel()
    await this.#look
  }

  async #untilNothingIsWanted(): Promise<void> {
    while (this.#isWanted && !this.#isStopping) {
      this.#isWanted = false
      try {
        if ((await this.#options.trades.running(1)).length > 0) await this.#underLease()
        this.#isFailing = false
      } catch (error) {
        // A defect fails one look. Uncaught, it would end the looks for good.
        if (!this.#isFailing) this.#complain('trades-not-run', error, {})
        this.#isFailing = true
      }
    }
  }

  async #underLease(): Promise<void> {
    const { leases, holder, clock, log } = this.#options
    const askedAt = clock.now()
    const lease = await leases.lease(LEASE, holder, LEASE_MS)
    if (lease === null) return
    const kept = new RenewedLease({ leases, lease, forMs: LEASE_MS, askedAt, clock, log })
    try {
      // New trades are taken up while others run.
      for (;;) {
        this.#isWanted = false
        if (!this.#isStopping && !kept.isLost) {
          for (const trade of await this.#next()) this.#begin(trade, lease, kept)
        }
        if (this.#runs.size === 0) return
        // At shutdown only the present runs are awaited.
        await (this.#isStopping ? Promise.all(this.#runs.values()) : this.#newsOrPause())
      }
    } finally {
      kept.end()
      await Promise.all(this.#runs.values())
      await leases.release(lease)
    }
  }

  /**
   * The trades whose turn it is. A user has one running trade at most, and the trade that has waited longest comes
   * first: however many trades are interrupted again and again, each of the others has its turn.
   */
  async #next(): Promise<readonly Trade[]> {
    const { trades, clock } = this.#options
    const young = [...this.#begunAt.values()].filter((at) => Math.abs(clock.now() - at) < WAITS_AFTER_MS).length
    const free = Math.min(MOST_AT_ONCE - young, MOST_RUNNING - this.#runs.size)
    if (free <= 0) return []
    const fresh = await trades.running(free, [...this.#runs.keys(), ...this.#paused.keys()])
    const waiting = [
      ...fresh.map((trade) => ({ id: trade.id, since: trade.startedAt, read: async () => trade })),
      ...[...this.#paused]
        .filter(([id, { until }]) => until <= clock.now() && !this.#runs.has(id))
        .map(([id, { userId, until }]) => ({ id, since: until, read: () => trades.find(userId, id) })),
    ].sort((a, b) => a.since - b.since)
    const next: Trade[] = []
    for (const { id, read } of waiting) {
      if (next.length === free) break
      const trade = await read()
      if (trade !== null && trade.outcome === null) next.push(trade)
      else this.#paused.delete(id)
    }
    return next
  }

  /** Waits until a run ends, or a new trade may be there. */
  async #newsOrPause(): Promise<void> {
    const pause = new Promise<void>((resolve) => {
      this.#wakeUp = resolve
    })
    const timer = this.#options.clock.after(LOOK_MS, () => this.#wakeUp())
    if (!this.#isWanted) await Promise.race([...this.#runs.values(), pause])
    timer.cancel()
  }

  #begin(trade: Trade, lease: Lease, kept: RenewedLease): void {
    const run = this.#run(trade, lease, kept).finally(() => {
      this.#runs.delete(trade.id)
      this.#begunAt.delete(trade.id)
    })
    this.#runs.set(trade.id, run)
    this.#begunAt.set(trade.id, this.#options.clock.now())
  }

  async #run(trade: Trade, lease: Lease, kept: RenewedLease): Promise<void> {
    const { trades, keys, vault, leases, clock, log } = this.#options
    const fenced = async (write: () => Promise<boolean>): Promise<boolean> => {
      const written = await leases.fenced(lease, write)
      return written.kind === 'written' && written.value
    }
    const isStopping = () => this.#isStopping || kept.isLost
    const named = { trade: trade.id, world: trade.world }
    const onHeld = () => log('error', 'trade-held', { ...named, alarm: true })
    const made = (past: Past | null) =>
      new TradeRun({
        trade,
        keys,
        vault,
        clock,
        past,
        isStopping,
        onUnsettled: (order) => log('error', 'order-unsettled', { ...named, order, alarm: true }),
        notes: {
          give: (known, orders) => fenced(() => trades.give({ id: trade.id, orders: known }, orders)),
          accept: (clientId, orderId) =>
            fenced(async () => {
              await trades.accept(clientId, orderId)
              return true
            }),
          note: (clientId, news) =>
            fenced(async () => {
              await trades.note(clientId, news)
              return true
            }),
          end: (outcome, left, at) => fenced(() => this.#end(trade, outcome, left, at)),
        },
      })
    const failures = this.#paused.get(trade.id)?.failures ?? 0
    const rest = (ms: number, times: number) =>
      this.#paused.set(trade.id, { userId: trade.userId, until: clock.now() + ms, failures: times })
    try {
      const isGivenUp = failures >= MOST_FAILURES
      const past =
        isGivenUp || trade.restoredAt === null ? null : await pastOf({ trade, keys, vault, clock, isStopping, onHeld })
      if (past === null && trade.restoredAt !== null && !isGivenUp) {
        rest(INTERRUPTED_MS, failures)
        return
      }
      const outcome = isGivenUp || past === 'unclear' ? await made(null).giveUp() : await made(past).toItsEnd()
      if (outcome === null) rest(INTERRUPTED_MS, failures)
      // Something is left at an exchange that only its owner can close.
      if (outcome === 'open') log('error', 'trade-open', { ...named, alarm: true })
    } catch (error) {
      if (error instanceof StorageFailure) rest(INTERRUPTED_MS, failures)
      else rest(FAILED_MS, failures + 1)
      this.#complain('trade-interrupted', error, { trade: trade.id })
    }
  }

  /** Logs the kind of an unforeseen error alone: its message may quote data. */
  #complain(event: string, error: unknown, data: Readonly<Record<string, unknown>>): void {
    const { log } = this.#options
    if (error instanceof StorageFailure) log('warn', event, { ...data, reason: error.kind })
    else log('error', event, { ...data, reason: error instanceof Error ? error.name : 'unknown', alarm: true })
  }

  async #end(trade: Trade, outcome: TradeOutcome, left: readonly TradeLeft[] | null, time: number): Promise<boolean> {
    const { trades, log } = this.#options
    const by = { time, actor: { kind: 'system' }, address: null, requestId: null } as const
    await trades.end(trade.id, outcome, time, tradeLine('trade-ended', trade, by, { outcome, left }))
    // A position goes on winning and losing, and may be liquidated, until its owner closes it.
    if (left?.some(({ leg }) => trade.plan.legs[leg]?.market === 'perp'))
      log('error', 'trade-position-left', { trade: trade.id, world: trade.world, left, alarm: true })
    return true
  }
}
