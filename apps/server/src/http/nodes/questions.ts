import { type AssetId, EXCHANGES, type ExchangeId } from '@makas/domain'
import { z } from 'zod'
import type { Valuation } from '../../app/engine-protocol/state.ts'
import type { History, HistoryQuestion } from '../../app/ports/market/archive.ts'
import type { LifetimeSource } from '../../app/ports/market/market-source.ts'
import type { Metric } from '../../app/ports/system/metric.ts'
import type { PaperMoment, PaperQuote } from '../../app/ports/trading/paper.ts'
import type { HeldCoins, Wallets } from '../../app/ports/trading/wallets.ts'
import type { EngineEvidence } from '../engine/engine-supervisor.ts'

export type NodeQuestion =
  | { readonly kind: 'evidence'; readonly id: string }
  | { readonly kind: 'metrics' }
  | { readonly kind: 'lifetimes'; readonly source: LifetimeSource }
  | { readonly kind: 'valuation'; readonly held: readonly HeldCoins[] }
  | { readonly kind: 'personal'; readonly wallets: Wallets }
  | { readonly kind: 'paper-quote'; readonly id: string; readonly amount: string }
  | { readonly kind: 'paper-moment'; readonly id: string; readonly size: string }
  | { readonly kind: 'history'; readonly question: HistoryQuestion }
  | { readonly kind: 'time' }

/** The answer to each question; null where the engine does not answer. */
export type NodeAnswers = {
  readonly evidence: EngineEvidence
  readonly metrics: readonly Metric[] | null
  readonly lifetimes: string | null
  readonly valuation: Valuation | null
  readonly personal: string | null
  readonly 'paper-quote': PaperQuote | null
  readonly 'paper-moment': PaperMoment | null
  readonly history: History | null
  readonly time: { readonly node: string; readonly at: number }
}

const Exchange = z.enum(EXCHANGES as readonly [ExchangeId, ...ExchangeId[]])
const Asset = z.string().transform((text) => text as AssetId)
const Ratio = z.object({ n: z.bigint(), d: z.bigint() })
const Decimal = z.object({ mantissa: z.bigint(), decimals: z.number() })
const Wallet = z.object({ fee: Decimal.nullable(), free: z.map(z.string(), Ratio).nullable() })
const Source = z.enum(['live', 'demo'])

export const NodeQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('evidence'), id: z.string() }),
  z.object({ kind: z.literal('metrics') }),
  z.object({ kind: z.literal('lifetimes'), source: Source }),
  z.object({
    kind: z.literal('valuation'),
    held: z.array(z.object({ exchange: Exchange, asset: Asset, coins: Ratio })),
  }),
  z.object({ kind: z.literal('personal'), wallets: z.map(Exchange, Wallet) }),
  z.object({ kind: z.literal('paper-quote'), id: z.string(), amount: z.string() }),
  z.object({ kind: z.literal('paper-moment'), id: z.string(), size: z.string() }),
  z.object({
    kind: z.literal('history'),
    question: z.object({ source: Source, route: z.string(), from: z.number(), to: z.number(), slots: z.number() }),
  }),
  z.object({ kind: z.literal('time') }),
])

const Side = z.object({
  levels: z.array(z.tuple([z.string(), z.string()])),
  multiplier_digits: z.number(),
  fee: z.string(),
  lot_step: z.string(),
  min_qty: z.string().nullable(),
  min_notional: z.string().nullable(),
  max_qty: z.string().nullable().optional(),
  max_notional: z.string().nullable().optional(),
  tick: z.string().nullable().optional(),
})
const Books = z.object({ buy: Side, sell: Side })
const Fill = z.object({ size: z.string(), bought: z.string(), sold: z.string(), fees: z.string(), net: z.string() })
const Offer = z.object({
  source: z.enum(['live', 'demo', 'replay']),
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  buyExchange: Exchange,
  sellExchange: Exchange,
  latencyMs: z.number(),
  order: z.object({ size: z.string(), limit: z.string() }),
  books: Books,
  expected: Fill,
})
const Point = z.object({
  t: z.number(),
  event: z.enum(['opened', 'changed', 'closed']),
  reason: z.string().nullable(),
  netReturn: z.number().nullable(),
  netPnl: z.number(),
  size: z.number(),
  ageMs: z.number(),
  evidenceHash: z.string(),
})

/** Schemas of the answers; an answer that does not match counts as none. */
export const ANSWERS: { readonly [K in keyof NodeAnswers]: z.ZodType<NodeAnswers[K]> } = {
  evidence: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('found'), json: z.string() }),
    z.object({ kind: z.literal('closed') }),
    z.object({ kind: z.literal('unavailable') }),
  ]),
  metrics: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['gauge', 'counter']),
        help: z.string(),
        samples: z.array(z.object({ labels: z.record(z.string(), z.string()), value: z.number() })),
      }),
    )
    .nullable(),
  lifetimes: z.string().nullable(),
  valuation: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('valued'),
        values: z.array(z.number().nullable()),
        total: z.number().nullable(),
        exact: z.array(Ratio.nullable()).optional(),
      }),
      z.object({ kind: z.literal('other-market') }),
    ])
    .nullable(),
  personal: z.string().nullable(),
  'paper-quote': z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('offered'), offer: Offer }),
      z.object({ kind: z.enum(['closed', 'other-currency', 'too-small']) }),
    ])
    .nullable(),
  'paper-moment': z.object({ at: z.number(), books: Books.nullable() }).nullable(),
  history: z.object({ recorded: z.number(), points: z.array(Point) }).nullable(),
  time: z.object({ node: z.string(), at: z.number() }),
}
