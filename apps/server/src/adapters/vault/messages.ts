import type { Shared } from '../../app/ports/system/fair-queue.ts'
import type {
  BalancesAnswer,
  CallFailure,
  HeldLeg,
  HoldingsAnswer,
  KeyMaterial,
  KeyPermissions,
  KeyPlace,
  KeyReading,
  KeyWorld,
  PreparedAnswer,
  SealedKey,
  StoredKeyAnswer,
  WantedOrder,
} from '../../app/ports/trading/key-vault.ts'
import type { ExchangeOrder, OrderLookup, TrailAnswer, TrailWish } from '../../app/ports/trading/order-vault.ts'

/** The vault's first message. */
export type VaultSettings = {
  readonly keyFile: string
  readonly exchangeOrigin: string | null
  /** Folder of the ban files, which feeds and vault share. */
  readonly dataDir: string
}

/** A stored key, and the record that it opens in. */
type OfStored = { readonly place: KeyPlace; readonly sealed: SealedKey }

/** What the vault does with a stored key. */
export type StoredKeyRequest = OfStored &
  (
    | { readonly kind: 'ask-stored' }
    | { readonly kind: 'balances'; readonly known: KeyPermissions }
    | { readonly kind: 'holdings'; readonly legs: readonly HeldLeg[]; readonly lane: 'order' | 'question' }
    | { readonly kind: 'prepare-order'; readonly wanted: WantedOrder; readonly isLook: boolean }
    /** `sendBy`: epoch ms by the machine's own clock, which both processes share; the order is not sent after it. */
    | { readonly kind: 'place-order'; readonly order: ExchangeOrder; readonly sendBy: number }
    | { readonly kind: 'find-order'; readonly order: ExchangeOrder }
    | { readonly kind: 'order-trail'; readonly wish: TrailWish }
  )

export type VaultRequest =
  | {
      readonly kind: 'ask'
      readonly world: KeyWorld
      readonly material: KeyMaterial
      /** The user who asks: users take turns. */
      readonly userId: string
    }
  | { readonly kind: 'seal'; readonly place: KeyPlace; readonly material: KeyMaterial }
  | StoredKeyRequest

/** No answer carries a secret (product-decisions.md 28). */
export type VaultAnswer =
  | { readonly kind: 'asked'; readonly answer: StoredKeyAnswer | KeyReading | CallFailure }
  | { readonly kind: 'held'; readonly answer: BalancesAnswer }
  | { readonly kind: 'sealed'; readonly sealed: SealedKey }
  | { readonly kind: 'ordered'; readonly answer: OrderLookup | { readonly kind: 'unopened' } }
  | { readonly kind: 'trailed'; readonly answer: TrailAnswer }
  | { readonly kind: 'holds'; readonly answer: HoldingsAnswer }
  | { readonly kind: 'prepared'; readonly answer: PreparedAnswer }
  /** A defect, or the key file. Only the error's class is reported: its message may quote secrets. */
  | { readonly kind: 'failed'; readonly error: string }

export type ToVault =
  | { readonly kind: 'settings'; readonly settings: VaultSettings }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly request: VaultRequest
      /** Where the demo market's exchanges listen now; null: there is none. */
      readonly demoOrigin: string | null
    }
  /** A liveness check, answered at once. */
  | { readonly kind: 'ping' }

export type FromVault =
  /** `shared`: the places of requests to exchanges, as they are now. */
  { readonly id: number; readonly answer: VaultAnswer; readonly shared: Shared } | { readonly id: null }
