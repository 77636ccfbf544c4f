import type { ExchangeId, MarketKind } from '@makas/domain'
import { recheckKey } from '../api-keys/check-key.ts'
import type { KeyParts } from '../api-keys/key-parts.ts'
import { REFUSED_AGAIN_MS } from '../portfolio/read-wallet.ts'
import type { AccountDifference, KeyWithSecret, StoredKey } from '../ports/trading/key-store.ts'
import type {
  BalancesAnswer,
  CallFailure,
  HeldLeg,
  KeyBalances,
  KeyPermissions,
  OrderObstacle,
  UnreachableReason,
  WantedOrder,
} from '../ports/trading/key-vault.ts'

export type LegKey = { readonly key: StoredKey; readonly balances: KeyBalances }

export type LegKeys =
  | { readonly kind: 'found'; readonly keys: ReadonlyMap<ExchangeId, LegKey> }
  /** No test network connection for these exchanges, or no demo connection while the demo market is shown. */
  | { readonly kind: 'no-connection' | 'no-demo-connection'; readonly exchanges: readonly ExchangeId[] }
  | { readonly kind: 'no-permission' | 'not-connected'; readonly connection: string }
  | StoppedConnection
  | BannedExchange

/** The account holds other than its trades account for. Its owner has to look first. */
type StoppedConnection = {
  readonly kind: 'differs'
  readonly connection: string
  readonly difference: AccountDifference
}

/** The exchange has banned our address until then, epoch ms. */
type BannedExchange = { readonly kind: 'banned'; readonly why: UnreachableReason; readonly until: number }

/** Why an account is not ready for an order of a trade. */
export type PreparationRefusal =
  | { readonly kind: OrderObstacle; readonly connection: string; readonly symbol: string; readonly leverage: number }
  | Unusable

/** Why a connection cannot be used now. */
export type Unusable = Exclude<LegKeys, { kind: 'found' | 'no-connection' | 'no-demo-connection' }>

type Leg = { readonly exchange: ExchangeId; readonly market: MarketKind }

type Parts = Pick<KeyParts, 'store' | 'vault' | 'clock' | 'demo' | 'alarm'>

/** Age up to which permissions of a key are not asked for again before a trade, ms. */
const TRUSTED_MS = 60_000
/** TTL of balances for previews, ms: each change of the amount is a preview, and exchanges count our requests. */
const REPEATED_MS = 10_000

/**
 * Whether a connection may get orders, which never touch real money (product-decisions.md 9): simulated exchanges while
 * the demo market is shown, else test networks.
 */
const isUsable = (key: StoredKey, isDemoShown: boolean): boolean => (isDemoShown ? key.isDemo : key.isTestnet)

/** Whether a key may trade. Where the test network does not state it, the order will tell. */
const mayTrade = ({ spotTrade, futuresTrade }: KeyPermissions, market: MarketKind): boolean =>
  (market === 'spot' ? spotTrade : futuresTrade) !== false

/** Finds the connections that pay for a trade, and asks for their permissions again before use (security.md 46). */
export class TradeConnections {
  /** Throws while there is no database. */
  readonly #parts: () => Parts
  readonly #lastBalances = new Map<string, { readonly time: number; readonly balances: KeyBalances }>()
  /** Looks that found nothing in the way of an order, epoch ms by connection and instrument. */
  readonly #looked = new Map<string, number>()
  /** Refusals since the check that had found the key good; a later check makes them void. */
  readonly #refusals = new Map<string, { readonly time: number; readonly checkedAt: number }>()

  constructor(parts: () => Parts) {
    this.#parts = parts
  }

  /** A connection for each exchange of the legs. `isLook`: a preview, for which balances may be `REPEATED_MS` old. */
  async for(userId: string, legs: readonly Leg[], isLook: boolean): Promise<LegKeys> {
    const { store, demo } = this.#parts()
    const isDemoShown = demo.isShown()
    const all = (await store.list(userId)).filter((key) => isUsable(key, isDemoShown))
    const wanted = [...new Set(legs.map(({ exchange }) => exchange))]
    const missing = wanted.filter((exchange) => !all.some((key) => key.exchange === exchange))
    if (missing.length > 0) return { kind: isDemoShown ? 'no-demo-connection' : 'no-connection', exchanges: missing }
    const used = all.filter(({ exchange }) => wanted.includes(exchange))
    for (const { name, difference } of used)
      if (difference !== null) return { kind: 'differs', connection: name, difference }
    const asked = await Promise.all(used.map(async (key) => ({ key, found: await this.#asOfNow(key, isLook) })))
    const keys = new Map<ExchangeId, LegKey>()
    for (const { key, found } of asked) {
      if (found === null) return { kind: 'not-connected', connection: key.name }
      if ('kind' in found) return found
      const { permissions } = found.key.findings
      const isAllowed = legs.every(({ exchange, market }) => exchange !== key.exchange || mayTrade(permissions, market))
      if (!isAllowed) return { kind: 'no-permission', connection: key.name }
      keys.set(key.exchange, found)
    }
    return { kind: 'found', keys }
  }

  /**
   * Makes the account of a connection ready for the first order on an instrument, or tells what keeps the account from
   * it; null: the account is ready. `isLook`: a preview, which sets nothing.
   */
  async prepare(key: StoredKey, wanted: WantedOrder, isLook: boolean): Promise<PreparationRefusal | null> {
    const { store, vault, clock } = this.#parts()
    const found = await store.find(key.userId, key.recordId)
    if (found === null) return { kind: 'not-connected', connection: key.name }
    const name = `${key.recordId} ${wanted.market} ${wanted.symbol}`
    const now = clock.now()
    for (const [known, at] of this.#looked) if (now - at >= REPEATED_MS) this.#looked.delete(known)
    if (isLook && this.#looked.has(name)) return null
    const answer = await vault.prepareOrder(found.key, found.sealed, wanted, isLook)
    switch (answer.kind) {
      case 'ready':
        this.#looked.set(name, now)
        return null
      case 'obstacle':
        this.#looked.delete(name)
        return { kind: answer.why, connection: key.name, symbol: wanted.symbol, leverage: wanted.leverage }
      case 'unreachable':
        return banOf(answer) ?? { kind: 'not-connected', connection: key.name }
      case 'refused':
        return { kind: answer.why === 'permission' ? 'no-permission' : 'not-connected', connection: key.name }
      case 'unopened':
        return { kind: 'not-connected', connection: key.name }
    }
  }

  /** What the account of a connection holds of a leg, exact decimal text, or why it cannot be read now. */
  async holding({ userId, recordId, name }: StoredKey, leg: HeldLeg): Promise<string | Unusable> {
    const { store, vault } = this.#parts()
    const found = await store.find(userId, recordId)
    const answer = found === null ? null : await vault.holdings(found.key, found.sealed, [leg], 'order')
    if (answer?.kind === 'read') return answer.value[0] ?? '0'
    const ban = answer?.kind === 'unreachable' ? banOf(answer) : null
    return ban ?? { kind: 'not-connected', connection: name }
  }

  /** The connection with present permissions and balances. Null: it cannot be used now. */
  async #asOfNow({ userId, recordId }: StoredKey, isLook: boolean): Promise<LegKey | BannedExchange | null> {
    const parts = this.#parts()
    const found = await parts.store.find(userId, recordId)
    if (found === null || this.#isPaused(found.key)) return null
    const { findings } = found.key
    const ageMs = parts.clock.now() - findings.checkedAt
    if (findings.status !== 'connected' || ageMs < 0 || ageMs >= TRUSTED_MS) return this.#rechecked(found)
    const before = this.#lastBalances.get(recordId)
    if (isLook && before !== undefined && parts.clock.now() - before.time < REPEATED_MS)
      return { key: found.key, balances: before.balances }
    return this.#answered(found.key, await parts.vault.balances(found.key, found.sealed, findings.permissions))
  }

  /** Whether the key was found unusable less than `REFUSED_AGAIN_MS` ago, and its owner has not checked it since. */
  #isPaused({ recordId, findings: { status, checkedAt } }: StoredKey): boolean {
    const refusal = this.#refusals.get(recordId)
    const refusedAt = status !== 'connected' ? checkedAt : refusal?.checkedAt === checkedAt ? refusal.time : null
    if (refusedAt === null) return false
    const sinceMs = this.#parts().clock.now() - refusedAt
    return sinceMs >= 0 && sinceMs < REFUSED_AGAIN_MS
  }

  async #rechecked(found: KeyWithSecret): Promise<LegKey | BannedExchange | null> {
    const checked = await recheckKey(this.#parts(), found)
    if (checked.kind === 'unreachable') return banOf(checked)
    if (checked.kind !== 'checked' || checked.key.findings.status !== 'connected') return null
    return checked.balances === null ? null : this.#answered(checked.key, checked.balances)
  }

  /** The connection with the balances that its exchange answered. Remembers the balances, or a refusal of the key. */
  #answered(key: StoredKey, answer: BalancesAnswer): LegKey | BannedExchange | null {
    const { recordId, findings } = key
    const now = this.#parts().clock.now()
    for (const [id, { time }] of this.#lastBalances) if (now - time >= REPEATED_MS) this.#lastBalances.delete(id)
    for (const [id, { time }] of this.#refusals) if (now - time >= REFUSED_AGAIN_MS) this.#refusals.delete(id)
    if (answer.kind === 'refused') this.#refusals.set(recordId, { time: now, checkedAt: findings.checkedAt })
    if (answer.kind === 'unreachable') return banOf(answer)
    if (answer.kind !== 'read') return null
    this.#lastBalances.set(recordId, { time: now, balances: answer.value })
    return { key, balances: answer.value }
  }
}

/** A ban with its end; null where the exchange is away for another reason. */
const banOf = ({ why, until }: Extract<CallFailure, { kind: 'unreachable' }>): BannedExchange | null =>
  until === undefined ? null : { kind: 'banned', why, until }
