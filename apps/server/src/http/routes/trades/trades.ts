import { ErrorBody, EvidenceAnswer, MOST_TRADES, TRADE_SENTENCES, Trade, type TradeBody } from '@makas/contract'
import { EXCHANGE_TITLES, type ExchangeId } from '@makas/domain'
import type { FairQueue, Sharer } from '../../../app/ports/system/fair-queue.ts'
import type { Trade as KeptTrade, TradeMarket } from '../../../app/ports/trading/trades.ts'
import { type OrderPlan, type PlannedTrade, planOrder } from '../../../app/trading/plan-order.ts'
import { startTrade } from '../../../app/trading/start-trade.ts'
import { TradeConnections } from '../../../app/trading/trade-connections.ts'
import { ordererOf, userSharer } from '../../../app/users/sharers.ts'
import { ApiFailure } from '../../api-failure.ts'
import { TRADE_CALLS } from '../../calls/trade-calls.ts'
import type { App } from '../../fastify-app.ts'
import { differenceSentence } from '../../format/account-difference.ts'
import { shortBalanceSentence } from '../../format/short-balance.ts'
import type { MarketBoard } from '../../market-board.ts'
import { partsOf, type UserPartsProvider } from '../../policies/callers.ts'
import { offerOf, presentTrade, presentTradePlan } from '../../presenters/trade.ts'
import { bannedUntil, CONNECTION_STOPPED } from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import { idIn } from '../id-in.ts'
import { type KeyPartsProvider, keyCaller, keyPartsOf, restOf } from '../keys/exchange-keys.ts'

const START = `${TRADE_CALLS.start.method} ${TRADE_CALLS.start.path}`
const ENGINE_AGAIN_S = 2

type Options = {
  readonly users: UserPartsProvider
  readonly keys: KeyPartsProvider
  readonly board: Pick<MarketBoard, 'evidence'>
  /** Limits the questions to the engine. */
  readonly questions: FairQueue
  readonly wake: () => void
}

/** Trades of premium users on test networks, with their own connections (security.md 34, 37). */
export function tradeRoutes(app: App, { users, keys, board, questions, wake }: Options): void {
  const marketFor = (by: Sharer): TradeMarket => ({
    offer: async (id) => {
      const answer = await questions.run(by, () => board.evidence(id, true))
      if (answer.kind !== 'found') return answer.kind === 'closed' ? 'closed' : null
      return offerOf(EvidenceAnswer.parse(JSON.parse(answer.json))) ?? 'closed'
    },
  })
  const connections = new TradeConnections(() => keyPartsOf(keys))
  const trades = () => partsOf(users).trades

  answerCall(app, TRADE_CALLS.list, async (_body, request) => {
    const all = await trades().ofUser(callerIn(request).userId, MOST_TRADES)
    return { trades: all.map(presentTrade) }
  })

  answerCall(app, TRADE_CALLS.one, async (_body, request) => {
    const trade = await trades().find(callerIn(request).userId, idIn(request))
    if (trade === null) throw new ApiFailure('not-found')
    return presentTrade(trade)
  })

  /** The running question to the database, which everybody who waits shares. */
  let reading: Promise<number | null> | null = null
  answerCall(app, TRADE_CALLS.state, async () => {
    reading ??= partsOf(users)
      .tradingSwitch.stoppedAt()
      .finally(() => {
        reading = null
      })
    const at = await reading
    return { stopped_at: at === null ? null : new Date(at).toISOString() }
  })

  answerCall(app, TRADE_CALLS.plan, async (body, request) => {
    const { userId, isPremium } = callerIn(request)
    if (!isPremium) throw new ApiFailure('premium-required')
    return presentTradePlan(await planned(userId, body, true))
  })

  app.route({
    method: TRADE_CALLS.start.method,
    url: TRADE_CALLS.start.path,
    schema: {
      summary: TRADE_CALLS.start.summary,
      security: [{ user: [] }],
      body: TRADE_CALLS.start.body,
      response: { 201: Trade, ...REFUSALS },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { userId, isPremium } = callerIn(request)
      if (!isPremium) throw new ApiFailure('premium-required')
      // Exchanges and engine are asked before the transaction, which only stores the trade and its answer.
      const stored = await app.idempotency.askAndCreate<KeptTrade>(request, START, async (keep) => {
        const trade = await planned(userId, request.body, false)
        return keep(async () => {
          const { clock, newId } = keyPartsOf(keys)
          const started = await startTrade({ trades: trades(), clock, newId }, keyCaller(request), trade)
          if (started === 'running') throw new ApiFailure('conflict', { detail: TRADE_SENTENCES.running })
          if (started === 'stopped') throw new ApiFailure('conflict', { detail: TRADE_SENTENCES.stopped })
          if (started === 'no-owner') throw new ApiFailure('unauthorized')
          return started
        })
      })
      wake()
      return reply.code(201).send(presentTrade(stored))
    },
  })

  async function planned(userId: string, body: TradeBody, isLook: boolean): Promise<PlannedTrade> {
    if ((await partsOf(users).tradingSwitch.stoppedAt()) !== null)
      throw new ApiFailure('conflict', { detail: TRADE_SENTENCES.stopped })
    const given = { opportunityId: body.opportunity_id, amount: body.amount, isLook }
    const market = marketFor(isLook ? userSharer(userId) : ordererOf(userId))
    const plan = await planOrder({ market, connections }, userId, given)
    if (plan.kind === 'planned') return plan.trade
    if (plan.kind !== 'banned') throw refusal(plan)
    throw new ApiFailure('conflict', {
      retryAfterS: restOf(plan.until, keyPartsOf(keys).clock),
      detail: bannedUntil(plan.why, plan.until),
    })
  }
}

const titlesOf = (exchanges: readonly ExchangeId[]) => exchanges.map((one) => EXCHANGE_TITLES[one]).join(', ')

function refusal(plan: Exclude<OrderPlan, { kind: 'planned' | 'banned' }>): ApiFailure {
  switch (plan.kind) {
    case 'closed':
      return new ApiFailure('opportunity-closed', { detail: TRADE_SENTENCES.closed })
    case 'away':
      return new ApiFailure('unavailable', { retryAfterS: ENGINE_AGAIN_S })
    case 'too-small':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.tooSmall })
    case 'kraken-carry':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.krakenCarry })
    case 'replay':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.replay })
    case 'reverse':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.reverse })
    case 'balance':
      return new ApiFailure('conflict', { detail: shortBalanceSentence(plan) })
    case 'futures-unread':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.futuresUnread(plan.connection) })
    case 'open-orders':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.openOrders(plan.connection, plan.symbol) })
    case 'position':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.position(plan.connection, plan.symbol) })
    case 'hedge-mode':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.hedgeMode(plan.connection) })
    case 'margin-mode':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.marginMode(plan.connection) })
    case 'leverage':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.leverage(plan.connection, plan.leverage) })
    case 'differs':
      return new ApiFailure('conflict', {
        detail: CONNECTION_STOPPED(plan.connection, differenceSentence(plan.difference)),
      })
    case 'no-permission':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.noPermission(plan.connection) })
    case 'not-connected':
      return new ApiFailure('conflict', { detail: TRADE_SENTENCES.notConnected(plan.connection) })
    case 'no-connection':
      return new ApiFailure('connection-required', { detail: TRADE_SENTENCES.noConnection(titlesOf(plan.exchanges)) })
    case 'no-demo-connection':
      return new ApiFailure('connection-required', {
        detail: TRADE_SENTENCES.noDemoConnection(titlesOf(plan.exchanges)),
      })
  }
}

const REFUSALS = Object.fromEntries(
  [400, 401, 403, 404, 405, 409, 413, 415, 429, 503, 507].map((code) => [code, ErrorBody]),
)
