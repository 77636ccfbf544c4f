import type { TradeLeft, TradePlan } from '@makas/domain'
import type { Lease, LeaseStore } from '../../ports/system/lease-store.ts'
import type { KeyWithSecret } from '../../ports/trading/key-store.ts'
import type { ExchangeOrder } from '../../ports/trading/order-vault.ts'
import type { Trade, TradeStore } from '../../ports/trading/trades.ts'
import { TradeRunner } from '../trade-runner.ts'
import type { PlayedExchange } from './played-exchange.ts'
import { BEGAN_AT, TRADE } from './trades.ts'
import type { VirtualClock } from './virtual-clock.ts'

export type Ended = { readonly outcome: NonNullable<Trade['outcome']>; readonly left: readonly TradeLeft[] | null }

/** Trips of a request, ms. */
const TRIP_MS = 40

/** A database with one trade, and the lease under which processes run it. */
export class PlayedDatabase {
  readonly moments: Trade[] = []
  ended: Ended | null = null
  readonly alarms: string[] = []
  #trade: Trade
  #lease: { holder: string; epoch: number; until: number } | null = null
  #epoch = 0
  readonly #clock: VirtualClock

  constructor(clock: VirtualClock, trade: Trade) {
    this.#clock = clock
    this.#trade = trade
    this.moments.push(trade)
  }

  #change(change: Partial<Trade>): void {
    this.#trade = { ...this.#trade, ...change }
    this.moments.push(this.#trade)
  }

  #changeOrder(clientId: string, change: Partial<Trade['orders'][number]>): void {
    this.#change({
      orders: this.#trade.orders.map((one) =>
        one.clientId === clientId && one.state === 'sending' ? { ...one, ...change } : one,
      ),
    })
  }

  get trades(): TradeStore {
    const fresh = { state: 'sending', refusal: null, result: null, fees: [], orderId: null, doneAt: null } as const
    return {
      ofUser: async () => [this.#trade],
      find: async () => this.#trade,
      add: async () => 'added',
      endedSince: async () => [],
      running: async (_most, except = []) =>
        this.#trade.outcome === null && !except.includes(this.#trade.id) ? [this.#trade] : [],
      give: async ({ orders }, given) => {
        if (this.#trade.outcome !== null || orders.length !== this.#trade.orders.length) return false
        this.#change({ orders: [...orders, ...given.map((order) => ({ ...order, ...fresh }))] })
        return true
      },
      accept: async (clientId, orderId) => this.#changeOrder(clientId, { orderId }),
      note: async (clientId, news) => this.#changeOrder(clientId, news),
      end: async (_id, outcome, endedAt, { detail }) => {
        this.#change({ outcome, endedAt })
        this.ended = { outcome, left: (detail as { left: Ended['left'] }).left }
      },
    }
  }

  get leases(): LeaseStore {
    const isOf = ({ epoch }: Lease) => this.#lease?.epoch === epoch && this.#lease.until > this.#clock.now()
    const lease = async (name: string, holder: string, forMs: number): Promise<Lease | null> => {
      if (this.#lease !== null && this.#lease.until > this.#clock.now()) return null
      this.#lease = { holder, epoch: ++this.#epoch, until: this.#clock.now() + forMs }
      return { name, holder, epoch: this.#epoch }
    }
    return {
      lease,
      claim: () => Promise.reject(new Error('no turns')),
      done: () => Promise.reject(new Error('no turns')),
      free: async () => [],
      epochOf: async () => this.#epoch,
      renew: async (one, forMs) => {
        if (!isOf(one) || this.#lease === null) return false
        this.#lease.until = this.#clock.now() + forMs
        return true
      },
      release: async (one) => {
        if (isOf(one)) this.#lease = null
      },
      fenced: async (one, write) => (isOf(one) ? { kind: 'written', value: await write() } : { kind: 'refused' }),
    }
  }
}

/** A process that runs the trade of a database; a dead process does and hears nothing more. */
export class PlayedProcess {
  /** Client ids of the orders that it sent. */
  readonly sent: string[] = []
  readonly #runner: TradeRunner
  #isDead = false

  constructor(
    name: string,
    database: PlayedDatabase,
    clock: VirtualClock,
    exchangeOf: (recordId: string) => PlayedExchange,
  ) {
    const asked = async <T>(ask: () => T): Promise<T> => {
      await clock.sleep(TRIP_MS)
      const answer = this.#isDead ? null : ask()
      await clock.sleep(TRIP_MS)
      return this.#isDead || answer === null ? new Promise<never>(() => undefined) : answer
    }
    this.#runner = new TradeRunner({
      trades: database.trades,
      leases: database.leases,
      keys: { find: async (_user, recordId) => ({ key: { recordId }, sealed: {} }) as unknown as KeyWithSecret },
      holder: name,
      clock: {
        now: () => clock.now(),
        after: (ms, run) => clock.after(ms, () => (this.#isDead ? undefined : run())),
      },
      log: (_level, event, data) => {
        if (data.alarm === true) database.alarms.push(event)
      },
      vault: {
        placeOrder: ({ recordId }, _sealed, order: ExchangeOrder) =>
          asked(() => {
            this.sent.push(order.clientId)
            return exchangeOf(recordId).place(order)
          }),
        findOrder: ({ recordId }, _sealed, order) => asked(() => exchangeOf(recordId).find(order)),
        orderTrail: ({ recordId }, _sealed, wish) => asked(() => exchangeOf(recordId).trail(wish)),
      },
    })
    this.#runner.start()
  }

  kill(): void {
    this.#isDead = true
  }

  /** Begins nothing more. */
  stop(): void {
    void this.#runner.stop().then(() => this.kill())
  }
}

/** A trade of a plan that nobody has begun, before which each account held 1,000 of everything. */
export const unbegun = (plan: TradePlan, keys: Trade['keys'] = TRADE.keys): Trade => ({
  ...TRADE,
  plan,
  keys,
  held: plan.legs.map(() => '1000'),
  startedAt: BEGAN_AT,
})
