import { ErrorBody, PAPER, PAPER_SENTENCES, PaperTrade } from '@makas/contract'
import { type PaperOrderOutcome, paperBalance, placePaperOrder, refusedBy } from '../../../app/paper/place-order.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import type { PaperTrade as StoredTrade } from '../../../app/ports/trading/paper.ts'
import { auditEntry } from '../../../app/users/audit-entry.ts'
import { userSharer } from '../../../app/users/sharers.ts'
import { ApiFailure } from '../../api-failure.ts'
import { PAPER_CALLS } from '../../calls/paper-calls.ts'
import type { EngineSupervisor } from '../../engine/engine-supervisor.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, type UserPartsProvider, visitOf } from '../../policies/callers.ts'
import { presentPaperTrade } from '../../presenters/paper.ts'
import { answerCall, callerIn } from '../call.ts'

const TRADE = `${PAPER_CALLS.trade.method} ${PAPER_CALLS.trade.path}`
const ENGINE_AGAIN_S = 2
const RULES = { start: PAPER.start, trades: PAPER.trades }

type Options = {
  readonly users: UserPartsProvider
  readonly engine: Pick<EngineSupervisor, 'paperQuote' | 'paperMoment'>
  /** Limits the questions to the engine. */
  readonly questions: FairQueue
}

/** The paper portfolio, always of the session's own user (security.md 34). */
export function paperRoutes(app: App, { users, engine, questions }: Options): void {
  const parts = () => partsOf(users)
  const marketFor = (userId: string) => ({
    quote: (id: string, amount: string) => questions.run(userSharer(userId), () => engine.paperQuote(id, amount)),
    moment: (id: string, size: string) => questions.run(userSharer(userId), () => engine.paperMoment(id, size)),
  })

  answerCall(app, PAPER_CALLS.list, async (_body, request) => {
    const trades = await parts().paper.ofUser(callerIn(request).userId)
    return {
      start: String(PAPER.start),
      balance: paperBalance(PAPER.start, trades),
      trades: trades.slice(0, PAPER.trades).map(presentPaperTrade),
    }
  })

  app.route({
    method: PAPER_CALLS.trade.method,
    url: PAPER_CALLS.trade.path,
    schema: {
      summary: PAPER_CALLS.trade.summary,
      security: [{ user: [] }],
      body: PAPER_CALLS.trade.body,
      response: { 201: PaperTrade, ...REFUSALS },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const userId = callerIn(request).userId
      const { opportunity_id: opportunityId, amount } = request.body
      const given = { opportunityId, amount: String(amount) }
      // The engine is asked before the transaction, which only stores the trade and its answer.
      const stored = await app.idempotency.askAndCreate<StoredTrade>(request, TRADE, async (keep) => {
        const ordered = await placePaperOrder(parts(), marketFor(userId), RULES, userId, given)
        if (ordered.kind !== 'filled') throw refusal(ordered.kind)
        return keep(() => store(userId, ordered))
      })
      return reply.code(201).send(presentPaperTrade(stored))
    },
  })

  answerCall(app, PAPER_CALLS.reset, async (_body, request) => {
    const { paper, clock } = parts()
    const by = callerIn(request)
    await paper.reset(by.userId, (trades) =>
      auditEntry(clock.now(), 'paper-trades-reset', visitOf(request), {
        by,
        about: by.userId,
        detail: { trades },
      }),
    )
  })

  async function store(userId: string, { trade, evidence }: FilledOrder): Promise<StoredTrade> {
    const added = await parts().paper.add(userId, trade, evidence, (kept) => refusedBy(RULES, kept, trade.amount))
    if (added === 'added') return trade
    throw added === 'no-owner' ? new ApiFailure('unauthorized') : refusal(added)
  }
}

type FilledOrder = Extract<PaperOrderOutcome, { kind: 'filled' }>

function refusal(kind: Exclude<PaperOrderOutcome['kind'], 'filled'>): ApiFailure {
  switch (kind) {
    case 'closed':
      return new ApiFailure('opportunity-closed', { detail: PAPER_SENTENCES.closed })
    case 'other-currency':
      return new ApiFailure('conflict', { detail: PAPER_SENTENCES.otherCurrency })
    case 'too-small':
      return new ApiFailure('conflict', { detail: PAPER_SENTENCES.tooSmall })
    case 'balance':
      return new ApiFailure('conflict', { detail: PAPER_SENTENCES.balance })
    case 'full':
      return new ApiFailure('conflict', { detail: PAPER_SENTENCES.full })
    case 'away':
      return new ApiFailure('unavailable', { retryAfterS: ENGINE_AGAIN_S })
  }
}

const REFUSALS = Object.fromEntries(
  [400, 401, 403, 404, 405, 409, 413, 415, 429, 503, 507].map((code) => [code, ErrorBody]),
)
