import { HEADERS } from '@makas/contract'
import type { ScarceThings } from '../../../app/operation/scarce-things.ts'
import { ownWallets } from '../../../app/portfolio/own-wallets.ts'
import { portfolioOf } from '../../../app/portfolio/portfolio.ts'
import { WalletReader } from '../../../app/portfolio/wallet-reader.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import { userSharer } from '../../../app/users/sharers.ts'
import { ApiFailure } from '../../api-failure.ts'
import { PORTFOLIO_CALLS } from '../../calls/portfolio-calls.ts'
import type { EngineSupervisor } from '../../engine/engine-supervisor.ts'
import type { App } from '../../fastify-app.ts'
import type { MarketBoard } from '../../market-board.ts'
import { presentPortfolio } from '../../presenters/portfolio.ts'
import { answerCall, callerIn } from '../call.ts'
import { type KeyPartsProvider, keyPartsOf, restOf } from './exchange-keys.ts'

const ENGINE_AGAIN_S = 2

type Options = {
  readonly keys: KeyPartsProvider
  readonly engine: Pick<EngineSupervisor, 'valuation' | 'personal'>
  readonly board: MarketBoard
  readonly clock: Clock
  /** Limits the questions to the engine. */
  readonly questions: FairQueue
  readonly scarce: ScarceThings
}

/** The caller's balances and the rows that they can carry, always of the session's own user (security.md 34). */
export function portfolioRoutes(app: App, { keys, engine, board, clock, questions, scarce }: Options): void {
  const reader = new WalletReader(() => keyPartsOf(keys), clock)
  scarce.add('questions about accounts', () => reader.shared)
  const isDemoShown = () => keyPartsOf(keys).demo.isShown()

  answerCall(app, PORTFOLIO_CALLS.balances, async (_body, request, reply) => {
    const { userId } = callerIn(request)
    const readings = await reader.of(userId)
    const portfolio = await portfolioOf(readings, isDemoShown(), (held) =>
      questions.run(userSharer(userId), () => engine.valuation(held)),
    )
    const bans = readings.flatMap(({ balances }) => (balances.kind === 'unreachable' ? (balances.until ?? []) : []))
    if (bans.length > 0) reply.header('retry-after', String(restOf(Math.min(...bans), clock)))
    reply.header(HEADERS.source, board.view(true).source)
    return presentPortfolio(portfolio, Math.min(clock.now(), ...readings.map(({ time }) => time)))
  })

  answerCall(app, PORTFOLIO_CALLS.personalSpot, async (_body, request, reply) => {
    const { userId } = callerIn(request)
    const readings = await reader.of(userId)
    const wallets = ownWallets(readings, isDemoShown())
    const rows = await questions.run(userSharer(userId), () => engine.personal(wallets))
    if (rows === null) throw new ApiFailure('unavailable', { retryAfterS: ENGINE_AGAIN_S })
    reply.header(HEADERS.source, board.view(true).source)
    // The answer's schema checks every field.
    return { opportunities: JSON.parse(rows) }
  })
}
