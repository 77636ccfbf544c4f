import type { Mode } from '@makas/domain'
import type { DemoMarket } from './demo-market.ts'
import type { PaperMoment, PaperQuote } from './paper.ts'
import type { HeldCoins, Wallets } from './wallets.ts'

/** Where the numbers come from: the exchanges, the built-in simulated ones, or recordings. */
export type MarketSource = 'live' | 'demo' | 'replay'

/** One row, serialised once in the engine's thread. `revision` grows when anything but the passing of time changed. */
export type PublishedRow = { readonly id: string; readonly revision: number; readonly json: string }

/** Everything that HTTP serves of the market, one consistent state of it. */
export type MarketState = {
  /** Grows with every publication; starts anew with the engine. */
  readonly version: number
  /** Epoch ms at which ages were taken. */
  readonly asOf: number
  /** Epoch ms of the oldest book or mark behind the listed rows of each mode; `asOf` where none is listed. */
  readonly oldestInput: Readonly<Record<Mode, number>>
  readonly source: MarketSource
  /** Open rows of each mode, the best net return first. */
  readonly rows: Readonly<Record<Mode, readonly PublishedRow[]>>
  /** Bodies of /api/market-stats, /api/crypto-prices and /api/status as JSON text. */
  readonly stats: string
  readonly prices: string
  readonly status: string
  /** True once the list can be trusted to be what it says (books proven, or the reason is known). */
  readonly ready: boolean
}

/** Whose episodes are asked for: those of the exchanges or of the demo market, which never mix (product-decisions.md 27). */
export type LifetimeSource = Exclude<MarketSource, 'replay'>

/** `{row, evidence}` as JSON text by row id. */
export type EvidenceById = Readonly<Record<string, string>>

/** What was held, in USDT: in the order of the question. */
export type Worth =
  | {
      readonly kind: 'valued'
      /** Rounded to 8 decimals; null: no `LIVE` book tells. */
      readonly values: readonly (number | null)[]
      /** Of all that is valued, rounded once; null where nothing is. */
      readonly total: number | null
    }
  /** The market that is shown is not the one in which those keys have money. */
  | { readonly kind: 'other-market' }

/** A state whose rows were told ahead of it: each list names them by their places in the order of telling. */
export type ListedState = Omit<MarketState, 'rows'> & { readonly places: Readonly<Record<Mode, Int32Array>> }

/** What HTTP hears of the market, put together of what the engine's thread says. */
export type MarketNews =
  | { readonly kind: 'state'; readonly state: MarketState }
  /** Answer to `freeze`: one state with the evidence of each of its rows, and of those that closed since the last one. */
  | {
      readonly kind: 'frozen'
      readonly state: MarketState
      readonly evidence: EvidenceById
      readonly closed: EvidenceById
    }

/** From the engine's thread to the HTTP thread: whatever is long comes in parts, so that neither waits for all of it. */
export type EngineMessage =
  /** Rows of the next state; `from`: how many of it were told before. */
  | { readonly kind: 'rows'; readonly from: number; readonly rows: readonly PublishedRow[] }
  /** `freezes`: what comes of `evidence-part` is of this one. */
  | { readonly kind: 'state'; readonly state: ListedState; readonly freezes: boolean }
  /** Further states may come between two of these. */
  | {
      readonly kind: 'evidence-part'
      readonly evidence: EvidenceById
      readonly closed: EvidenceById
      readonly isLast: boolean
    }
  | { readonly kind: 'evidence'; readonly requestId: number; readonly json: string | null }
  | { readonly kind: 'metrics'; readonly requestId: number; readonly text: string }
  /** The body of /api/lifetimes. */
  | { readonly kind: 'lifetimes'; readonly requestId: number; readonly json: string }
  | { readonly kind: 'worth'; readonly requestId: number; readonly worth: Worth }
  /** The rows of /api/personalized-arbitrage. */
  | { readonly kind: 'personal'; readonly requestId: number; readonly json: string }
  /** The simulated exchanges listen, or no longer do. */
  | { readonly kind: 'demo-market'; readonly market: DemoMarket | null }
  | { readonly kind: 'paper-quote'; readonly requestId: number; readonly quote: PaperQuote }
  | { readonly kind: 'paper-moment'; readonly requestId: number; readonly moment: PaperMoment }
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly event: string
      readonly data: Record<string, unknown>
    }

/** From the HTTP thread to the engine's thread. */
export type EngineRequest =
  /** Asks for the evidence of the next state. */
  | { readonly kind: 'freeze' }
  | { readonly kind: 'evidence'; readonly requestId: number; readonly id: string }
  | { readonly kind: 'metrics'; readonly requestId: number }
  | { readonly kind: 'lifetimes'; readonly requestId: number; readonly source: LifetimeSource }
  | { readonly kind: 'worth'; readonly requestId: number; readonly held: readonly HeldCoins[] }
  | { readonly kind: 'personal'; readonly requestId: number; readonly wallets: Wallets }
  /** An order on paper: what a row offers for an amount, and the books of that row a moment later. */
  | { readonly kind: 'paper-quote'; readonly requestId: number; readonly id: string; readonly amount: string }
  | { readonly kind: 'paper-moment'; readonly requestId: number; readonly id: string; readonly size: string }
  | { readonly kind: 'stop' }
