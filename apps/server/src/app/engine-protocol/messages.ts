import type { Mode } from '@makas/domain'
import type { DemoMarket } from '../ports/market/demo-market.ts'
import type { LifetimeSource } from '../ports/market/market-source.ts'
import type { Metric } from '../ports/system/metric.ts'
import type { PaperMoment, PaperQuote } from '../ports/trading/paper.ts'
import type { HeldCoins, Wallets } from '../ports/trading/wallets.ts'
import type { EvidenceById, ListedState, PublishedRow, Valuation } from './state.ts'

/**
 * From the engine's thread to the HTTP thread; long messages come in parts, so that neither thread is blocked by the
 * whole.
 */
export type EngineMessage =
  /** Rows that are new in the next state; `from`: sequence number of the first row. */
  | { readonly kind: 'rows'; readonly from: number; readonly rows: readonly PublishedRow[] }
  /** `freezes`: the `evidence-part`s that follow belong to this state. */
  | { readonly kind: 'state'; readonly state: ListedState; readonly freezes: boolean }
  /** Further states may come between two parts. */
  | {
      readonly kind: 'evidence-part'
      readonly evidence: EvidenceById
      readonly closed: EvidenceById
      readonly isLast: boolean
    }
  | { readonly kind: 'evidence'; readonly requestId: number; readonly json: string | null }
  | { readonly kind: 'metrics'; readonly requestId: number; readonly figures: readonly Metric[] }
  /** The body of /api/lifetimes. */
  | { readonly kind: 'lifetimes'; readonly requestId: number; readonly json: string }
  | { readonly kind: 'valuation'; readonly requestId: number; readonly valuation: Valuation }
  /** The rows of /api/personalized-arbitrage. */
  | { readonly kind: 'personal'; readonly requestId: number; readonly json: string }
  /** The simulated exchanges listen; null: they stopped. */
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
  /** Asks for a state of all modes, with the evidence of its rows. */
  | { readonly kind: 'freeze' }
  /** Which modes have live viewers from now on; rows of other modes are made for frozen states only. */
  | { readonly kind: 'viewers'; readonly modes: readonly Mode[] }
  | { readonly kind: 'evidence'; readonly requestId: number; readonly id: string }
  | { readonly kind: 'metrics'; readonly requestId: number }
  | { readonly kind: 'lifetimes'; readonly requestId: number; readonly source: LifetimeSource }
  | { readonly kind: 'valuation'; readonly requestId: number; readonly held: readonly HeldCoins[] }
  | { readonly kind: 'personal'; readonly requestId: number; readonly wallets: Wallets }
  /** Questions of a paper order: the offer of a row for an amount, then the row's books after its latency. */
  | { readonly kind: 'paper-quote'; readonly requestId: number; readonly id: string; readonly amount: string }
  | { readonly kind: 'paper-moment'; readonly requestId: number; readonly id: string; readonly size: string }
  | { readonly kind: 'stop' }
