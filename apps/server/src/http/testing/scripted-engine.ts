import { MessageChannel } from 'node:worker_threads'
import type { Mode } from '@makas/contract'
import { MODES, paperFill, paperOrder } from '@makas/domain'
import type { EngineMessage, EngineRequest } from '../../app/engine-protocol/messages.ts'
import type { EvidenceById, MarketState, MarketTally } from '../../app/engine-protocol/state.ts'
import type { LifetimeSource, MarketSource } from '../../app/ports/market/market-source.ts'
import type { PaperBooks, PaperQuote } from '../../app/ports/trading/paper.ts'
import type { EngineThread } from '../engine/engine-thread.ts'
import type { Row } from './rows.ts'

const status = (source: MarketSource, ready: boolean) => ({
  source,
  as_of: '2026-11-20T11:03:21.000Z',
  started_at: '2026-11-20T11:00:00.000Z',
  engine: { state: ready ? 'ready' : 'starting', reason: ready ? null : 'proving-books' },
  exchanges: [
    {
      id: 'okx',
      state: ready ? 'live' : 'starting',
      reason: null,
      books_live: ready ? 3 : 0,
      books_total: 3,
      age_p50_ms: ready ? 100 : null,
      age_p99_ms: ready ? 900 : null,
      gaps: 0,
      checksum_failures: 0,
      resyncs: 0,
      reconnects: 0,
      bans: 0,
      refused_frames: 0,
      unconfirmed: 0,
      skew_ms: 2,
    },
  ],
})

export type Script = {
  /** Rows of any mode, each list in the order given. */
  readonly rows: readonly Row[]
  readonly source?: MarketSource
  readonly ready?: boolean
  readonly closed?: EvidenceById
  /** Tally of an engine that shares the coins with other shards. */
  readonly tally?: MarketTally
  /** Modes whose rows the engine does not make, since nobody reads them. */
  readonly unread?: readonly Mode[]
}

/** Plays the engine's side of the engine protocol over a real message channel, as the test scripts it. */
export class ScriptedEngine implements EngineThread {
  readonly #channel = new MessageChannel()
  readonly #now: () => number
  readonly requests: EngineRequest[] = []
  #ended: (reason: string) => void = () => undefined
  #version = 0
  #revisions = new Map<string, { readonly json: string; readonly revision: number }>()
  #script: Script = { rows: [], ready: false }
  answers = true

  constructor(now: () => number) {
    this.#now = now
    this.#channel.port2.on('message', (request: EngineRequest) => this.#asked(request))
    this.#channel.port1.unref()
    this.#channel.port2.unref()
  }

  /** Publishes a state. */
  publish(script: Script): void {
    this.#script = script
    this.#tell(false)
  }

  say(message: EngineMessage): void {
    this.#channel.port2.postMessage(message)
  }

  crash(reason = 'planted'): void {
    this.#ended(reason)
  }

  post(request: EngineRequest): void {
    this.#channel.port1.postMessage(request)
  }

  onMessage(heard: (message: EngineMessage) => void): void {
    this.#channel.port1.on('message', heard)
  }

  onEnd(ended: (reason: string) => void): void {
    this.#ended = ended
  }

  async terminate(): Promise<void> {
    this.#channel.port1.close()
    this.#channel.port2.close()
  }

  #asked(request: EngineRequest): void {
    this.requests.push(request)
    if (request.kind === 'stop') {
      this.#ended('exit 0')
      return
    }
    if (!this.answers) return
    const evidence = Object.fromEntries(this.#script.rows.map((one) => [one.id, evidenceOf(one)]))
    // The states have the rows that the script says, whoever reads.
    if (request.kind === 'viewers') return
    if (request.kind === 'freeze') {
      this.#tell(true)
      this.say({ kind: 'evidence-part', evidence, closed: this.#script.closed ?? {}, isLast: true })
    } else if (request.kind === 'evidence') {
      const json = evidence[request.id] ?? this.#script.closed?.[request.id] ?? null
      this.say({ kind: 'evidence', requestId: request.requestId, json })
    } else if (request.kind === 'lifetimes') {
      this.say({ kind: 'lifetimes', requestId: request.requestId, json: lifetimes(request.source, this.#now()) })
    } else if (request.kind === 'valuation') {
      const values = request.held.map(() => null)
      this.say({ kind: 'valuation', requestId: request.requestId, valuation: { kind: 'valued', values, total: null } })
    } else if (request.kind === 'personal') {
      this.say({ kind: 'personal', requestId: request.requestId, json: '[]' })
    } else if (request.kind === 'paper-quote') {
      const row = this.#script.rows.find((one) => one.id === request.id)
      const quote = row === undefined ? ({ kind: 'closed' } as const) : offered(request.amount)
      this.say({ kind: 'paper-quote', requestId: request.requestId, quote })
    } else if (request.kind === 'paper-moment') {
      this.say({ kind: 'paper-moment', requestId: request.requestId, moment: { at: this.#now(), books: BOOKS } })
    } else
      this.say({
        kind: 'metrics',
        requestId: request.requestId,
        figures: [{ name: 'makas_books', kind: 'gauge', help: 'Books kept', samples: [{ labels: {}, value: 7 }] }],
      })
  }

  #tell(freezes: boolean): void {
    const { rows, ...state } = this.#state()
    const all = MODES.flatMap((mode) => rows[mode])
    const at = (mode: Mode) => Float64Array.from(rows[mode], (one) => all.indexOf(one))
    this.say({ kind: 'rows', from: 0, rows: all })
    this.say({ kind: 'state', state: { ...state, places: byMode(at) }, freezes })
  }

  #state(): MarketState {
    const { rows, source = 'live', ready = true } = this.#script
    const asOf = this.#now()
    const lists = byMode((mode) => rows.filter((one) => one.mode === mode))
    return {
      version: ++this.#version,
      asOf,
      oldestInput: byMode((mode) => asOf - Math.max(0, ...lists[mode].map((one) => one.age_ms))),
      source,
      rows: byMode((mode) => lists[mode].map((one) => this.#published({ ...one, source } as Row))),
      stats: JSON.stringify({
        active_exchanges: 4,
        total_opportunities: rows.length,
        by_mode: byMode((mode) => lists[mode].length),
        live_pairs: 12,
        rejected: { fees: 31 },
      }),
      prices: JSON.stringify([
        {
          symbol: 'SOL',
          exchange: 'okx',
          price_usdt: 100,
          price_try: null,
          change_24h: null,
          updated_at: '2026-11-20T11:03:21.000Z',
        },
      ]),
      status: JSON.stringify(status(source, ready)),
      ready,
      tally: this.#script.tally ?? null,
      unread: this.#script.unread,
    }
  }

  #published(one: Row) {
    const json = JSON.stringify(one)
    const before = this.#revisions.get(one.id)
    const revision = before === undefined ? 1 : before.json === json ? before.revision : before.revision + 1
    this.#revisions.set(one.id, { json, revision })
    return { id: one.id, revision, json }
  }
}

const KEPT = { multiplier_digits: 0, fee: '0.001', lot_step: '0.1', min_qty: null, min_notional: null }
/** Order books of golden case G1, which never move. */
const BOOKS: PaperBooks = {
  buy: { ...KEPT, levels: [['100', '200']] },
  sell: { ...KEPT, levels: [['100.8', '200']] },
}

function offered(amount: string): PaperQuote {
  const order = paperOrder(amount, '200', BOOKS.buy, BOOKS.sell)
  if (order === null) return { kind: 'too-small' }
  const expected = paperFill(order, BOOKS.buy, BOOKS.sell)
  const names = { source: 'live', symbol: 'SOL/USDT', base: 'SOL', quote: 'USDT' } as const
  const route = { buyExchange: 'okx', sellExchange: 'binance', latencyMs: 5 } as const
  return { kind: 'offered', offer: { ...names, ...route, order, books: BOOKS, expected } }
}

function byMode<T>(of: (mode: Mode) => T): Record<Mode, T> {
  return { spot: of('spot'), carry: of('carry'), tri: of('tri') }
}

/** One curve for each mode, of made-up episodes. */
function lifetimes(source: LifetimeSource, now: number): string {
  const modes = MODES.map((mode) => ({
    mode,
    episodes: 8,
    ended: 6,
    censored: 2,
    median_ms: 900,
    survival: [{ ms: 120, share: 0.875 }],
    basis: 'prior',
    brier: null,
    reliability: [],
  }))
  return JSON.stringify({ source, as_of: new Date(now).toISOString(), modes, routes: [] })
}

/** `{row, evidence}` of the engine, as far as HTTP reads it. */
const evidenceOf = (one: Row) => JSON.stringify({ row: one, evidence: spotEvidence(one) })

/** Golden case G1 of formulas.md, between the exchanges of the row. */
function spotEvidence(one: Row) {
  const leg = (exchange: unknown, side: string, levels: readonly (readonly [string, string])[]) => ({
    exchange,
    market: 'spot',
    symbol: 'SOLUSDT',
    side,
    levels,
    ...{ multiplier: '1', fee: '0.001', lot_step: '0.1', min_qty: null, min_notional: null },
    ...{ book_time: 1_795_000_000_000, book_seq: 1, received_at: 1_795_000_000_000 },
  })
  const { buy_exchange, sell_exchange } = one as Readonly<Record<string, unknown>>
  const asks = [
    ['100.00', '4'],
    ['100.05', '6'],
    ['100.10', '15'],
  ] as const
  const bids = [
    ['100.80', '3'],
    ['100.72', '7'],
    ['100.60', '20'],
  ] as const
  const sums = { gross: '16', slippage: '3.86', fees: '4.01474', net: '8.12526', cost: '2001.3' }
  return { legs: [leg(buy_exchange, 'buy', asks), leg(sell_exchange, 'sell', bids)], size: '20', ...sums }
}
