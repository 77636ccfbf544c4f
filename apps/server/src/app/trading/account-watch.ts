import {
  type AccountMove,
  accountMoves,
  add,
  exactText,
  isAccountedFor,
  joinedMoves,
  leftToOwner,
  type Ratio,
  ratioOfText,
  type SentOrder,
  subtract,
  tradeLeft,
  ZERO,
} from '@makas/domain'
import { keyLine } from '../api-keys/key-parts.ts'
import { RenewedLease } from '../operation/renewed-lease.ts'
import { inCoins } from '../portfolio/coins.ts'
import { QuestionAllowance } from '../portfolio/question-allowance.ts'
import type { Clock } from '../ports/system/clock.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { Lease, LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { AccountDifference, HeldBefore, KeyStore, StoredKey, WatchedAccount } from '../ports/trading/key-store.ts'
import type { KeyBalances, KeyVault } from '../ports/trading/key-vault.ts'
import type { Trade, TradeStore } from '../ports/trading/trades.ts'

type Options = {
  readonly trades: Pick<TradeStore, 'running' | 'endedSince' | 'find'>
  readonly store: KeyStore
  readonly vault: Pick<KeyVault, 'balances' | 'holdings'>
  /** Leases, by which one of all processes on this database looks. */
  readonly leases: LeaseStore
  /** Id of this process. */
  readonly holder: string
  readonly clock: Clock
  readonly log: EventLog
  /** A number from 0 to 1, by which the pauses differ. */
  readonly chance: () => number
}

const LEASE = 'account-watch'
/** Length of the lease, ms: longer than the longest wait for an exchange. */
const LEASE_MS = 60_000
/** Least pause between two rounds, ms; up to half as much is added by chance, so that processes and users spread. */
const ROUND_MS = 15_000
/** Pause after which a difference is looked at again, ms: balances and positions may be told later than fills. */
const CONFIRM_MS = 3_000
/** Most accounts that a round asks about; the next round begins behind them. */
const MOST_ACCOUNTS = 20
const MOST_TRADES = 1_000
/** Time after the last order of an account's trades in which its exchange may tell an older state, ms (decision 0014). */
const SETTLES_MS = 60_000
/** How long an account is watched for what an ended trade left in a perpetual, ms. */
const LEFT_FOR_MS = 7 * 86_400_000

type Watched = { readonly userId: string; readonly recordId: string; readonly trades: readonly Trade[] }

/**
 * `difference`: what an account holds other than its trades account for. `held`: what it held before the running trade,
 * where it was not known. Null: nobody can tell now.
 */
type Finding = { readonly difference: Omit<AccountDifference, 'at'> | null; readonly held: HeldBefore | null } | null

/**
 * Compares balances and positions with what trades account for, again and again: of the accounts of running trades, and
 * of trades that left something in a perpetual. A difference is an alarm, and stops new orders of the connection until
 * its owner has looked. Without such trades it asks nothing.
 */
export class AccountWatch {
  readonly #options: Options
  readonly #allowance = new QuestionAllowance()
  #timer: { cancel(): void } | null = null
  #isStopped = false
  #after = ''

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins with a round at once, for what happened while nobody looked. */
  start(): void {
    this.#soon(0)
  }

  stop(): void {
    this.#isStopped = true
    this.#timer?.cancel()
  }

  /** Looks at all watched accounts; does nothing while another process holds the lease. */
  async round(): Promise<void> {
    const { leases, holder, clock, log } = this.#options
    const all = await this.#watched()
    if (all.length === 0) return
    const askedAt = clock.now()
    const lease = await leases.lease(LEASE, holder, LEASE_MS)
    if (lease === null) return
    const kept = new RenewedLease({ leases, lease, forMs: LEASE_MS, askedAt, clock, log })
    try {
      for (const one of all) {
        if (this.#isStopped || kept.isLost) return
        await this.#look(one, lease)
      }
    } finally {
      kept.end()
      await leases.release(lease)
    }
  }

  /** The next accounts in the order of their ids. */
  async #watched(): Promise<readonly Watched[]> {
    const { trades, clock } = this.#options
    const running = (await trades.running(MOST_TRADES)).filter(({ world }) => world === 'testnet')
    const ended = await trades.endedSince(clock.now() - LEFT_FOR_MS, MOST_TRADES)
    // A position belongs to all trades of its account, also to trades that left nothing.
    const wanted = new Set(
      [...running, ...ended.filter(hasLeft)].flatMap(({ keys }) => keys.map((key) => key.recordId)),
    )
    const accounts = new Map<string, Watched>()
    for (const trade of [...running, ...ended])
      for (const recordId of new Set(trade.keys.map((key) => key.recordId))) {
        if (!wanted.has(recordId)) continue
        const known = accounts.get(recordId)?.trades ?? []
        accounts.set(recordId, { userId: trade.userId, recordId, trades: [...known, trade] })
      }
    const ids = [...accounts.keys()].sort()
    const from = ids.findIndex((id) => id > this.#after)
    const turned = from < 0 ? ids : [...ids.slice(from), ...ids.slice(0, from)]
    const taken = turned.slice(0, MOST_ACCOUNTS)
    this.#after = taken.at(-1) ?? ''
    return taken.flatMap((id) => accounts.get(id) ?? [])
  }

  async #look(watched: Watched, lease: Lease): Promise<void> {
    const { store, clock, leases, log } = this.#options
    const account = await store.watched(watched.userId, watched.recordId)
    // A connection that is stopped already, or cannot be asked, tells nothing new.
    if (account === null || account.key.difference !== null || account.key.findings.status !== 'connected') return
    const first = await this.#find(watched, account)
    if (first === null) return
    if (first.held !== null) {
      const { held } = first
      await leases.fenced(lease, () => store.noteHeld(account, held))
    }
    if (first.difference === null) return
    await new Promise<void>((resolve) => clock.after(CONFIRM_MS, resolve))
    const second = this.#isStopped ? null : await this.#find(watched, account)
    // A difference that changes is a fill that one answer told before another.
    if (second?.difference == null || JSON.stringify(second.difference) !== JSON.stringify(first.difference)) return
    const { key } = account
    const { kind, name } = second.difference
    const difference = { ...second.difference, at: clock.now() }
    const by = { time: difference.at, actor: { kind: 'system' }, address: null, requestId: null } as const
    const line = keyLine('account-differs', key, by, second.difference)
    const noted = await leases.fenced(lease, () => store.noteDifference(account, difference, line))
    if (noted.kind === 'written' && noted.value)
      log('error', 'account-differs', { key: key.recordId, exchange: key.exchange, kind, name, alarm: true })
  }

  /** Reads an account once. An answer that a trade's own orders overtook says nothing. */
  async #find({ trades: known, recordId, userId }: Watched, account: WatchedAccount): Promise<Finding> {
    const { trades, vault, clock } = this.#options
    const { key, sealed, clearedAt, heldBefore } = account
    // Users share accounts of the demo market, and its exchanges forget them with each start.
    if (key.isDemo) return null
    if (!this.#allowance.take({ exchange: key.exchange, isTestnet: key.isTestnet, userId }, clock.now())) return null
    const read = (trade: Trade) => trades.find(userId, trade.id)
    const before = (await Promise.all(known.map(read))).filter((one) => one !== null)
    // What was sent for a restored trade is read from its exchanges first.
    if (before.some(({ outcome, restoredAt }) => outcome === null && restoredAt !== null)) return null
    const settledAt = Math.max(0, ...before.flatMap(({ orders }) => orders.map(({ doneAt }) => doneAt ?? 0)))
    if (settledAt <= clock.now() && clock.now() - settledAt < SETTLES_MS) return null
    const watched = before.filter(({ startedAt }) => clearedAt === null || startedAt > clearedAt)
    const moves = movesOn(watched, recordId)
    const running = watched.find(({ outcome }) => outcome === null)
    const positions = moves.filter(({ kind }) => kind === 'position')
    const balances = running === undefined ? [] : moves.filter(({ kind }) => kind === 'balance')
    const legs = positions.map(({ name }) => ({ market: 'perp', symbol: name, quote: '' }) as const)
    const held = legs.length === 0 ? null : await vault.holdings(key, sealed, legs, 'question')
    const wallet = balances.length === 0 ? null : await vault.balances(key, sealed, key.findings.permissions)
    const after = await Promise.all(before.map(read))
    if (JSON.stringify(after) !== JSON.stringify(before)) return null
    if ((held !== null && held.kind !== 'read') || (wallet !== null && wallet.kind !== 'read')) return null
    const wrong = positions.flatMap((move, nth) => differenceOf(move, ZERO, ratioOfText(held?.value[nth] ?? '0')))
    const coins = wallet === null ? null : coinsIn(key, wallet.value)
    if (coins === null || running === undefined) return { difference: wrong[0] ?? null, held: null }
    const of = (name: string) => coins.get(name) ?? ZERO
    if (heldBefore?.tradeId !== running.id)
      return { difference: wrong[0] ?? null, held: heldNow(running, balances, of) }
    for (const move of balances) {
      const then = heldBefore.coins[move.name]
      if (then !== undefined) wrong.push(...differenceOf(move, ratioOfText(then), of(move.name)))
    }
    return { difference: wrong[0] ?? null, held: null }
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    const { clock, chance } = this.#options
    this.#timer = clock.after(ms, () => {
      void this.#tried().finally(() => this.#soon(ROUND_MS * (1 + chance() / 2)))
    })
  }

  async #tried(): Promise<void> {
    try {
      await this.round()
    } catch (error) {
      const { log } = this.#options
      if (error instanceof StorageFailure) return log('warn', 'accounts-not-watched', { reason: error.kind })
      // A defect costs one round, and not the process that runs trades.
      const reason = error instanceof Error ? error.name : 'unknown'
      log('error', 'accounts-not-watched', { reason, alarm: true })
    }
  }
}

const sentOrders = ({ orders }: Trade): readonly SentOrder[] => orders

/** Whether an ended trade may have left a position. */
const hasLeft = (trade: Trade): boolean =>
  trade.orders.some(({ state }) => state === 'unknown') || tradeLeft(trade.plan, sentOrders(trade)).length > 0

/**
 * What trades account for on one connection. An ended trade counts with its positions alone, which its owner may have
 * closed.
 */
function movesOn(trades: readonly Trade[], recordId: string): readonly AccountMove[] {
  return joinedMoves(
    trades.flatMap((trade) => {
      const moves = accountMoves(trade.plan, sentOrders(trade), (leg) => trade.keys[leg]?.recordId === recordId)
      return trade.outcome === null ? moves : moves.filter(({ kind }) => kind === 'position').map(leftToOwner)
    }),
  )
}

function differenceOf(move: AccountMove, before: Ratio, now: Ratio): Omit<AccountDifference, 'at'>[] {
  if (isAccountedFor(move, subtract(now, before))) return []
  const { kind, name, least, most } = move
  const [from, to] = [exactText(add(before, least)), exactText(add(before, most))]
  return [{ kind, name, least: from, most: to, found: exactText(now) }]
}

/** The total of each asset in the wallet that pays for spot orders. */
function coinsIn({ exchange }: StoredKey, { trading }: KeyBalances): ReadonlyMap<string, Ratio> {
  const coins = new Map<string, Ratio>()
  for (const held of trading) {
    const one = inCoins(exchange, held)
    if (one !== null) coins.set(one.asset, add(coins.get(one.asset) ?? ZERO, one.total))
  }
  return coins
}

/** What an account held before a trade, without assets that an order of unknown result may have moved. */
const heldNow = ({ id }: Trade, moves: readonly AccountMove[], of: (name: string) => Ratio): HeldBefore => ({
  tradeId: id,
  coins: Object.fromEntries(
    moves
      .filter(({ least, most }) => exactText(least) === exactText(most))
      .map(({ name, least }) => [name, exactText(subtract(of(name), least))]),
  ),
})
