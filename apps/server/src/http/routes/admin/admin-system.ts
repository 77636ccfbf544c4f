import { TREND_DAYS } from '@makas/contract'
import { z } from 'zod'
import { readStats } from '../../../app/admin/stats.ts'
import { checkAudit, readTrends, readUpkeep, turnTrading } from '../../../app/admin/system.ts'
import { ADMIN_CALLS } from '../../calls/admin-calls.ts'
import type { App } from '../../fastify-app.ts'
import type { MarketBoard } from '../../market-board.ts'
import { partsOf, type UserPartsProvider } from '../../policies/callers.ts'
import { presentLook, presentStats, presentTrendDay } from '../../presenters/admin.ts'
import { VERSION } from '../../version.ts'
import { answerCall } from '../call.ts'
import { byAdmin, byProvenAdmin } from './admin.ts'

const TrendQuery = z.object({
  days: z
    .string()
    .transform(Number)
    .refine((days) => TREND_DAYS.some((one) => one === days))
    .default(30),
})

/** The state of the system, and the care of its data. */
export function adminSystemRoutes(
  app: App,
  users: UserPartsProvider,
  board: Pick<MarketBoard, 'openCount' | 'source'>,
  untrustedProxy: () => string | null,
) {
  const parts = () => partsOf(users)

  answerCall(app, ADMIN_CALLS.stats, async () => presentStats(await readStats(parts()), board.openCount))
  answerCall(
    app,
    ADMIN_CALLS.trends,
    async (_body, request) => {
      const { days } = request.query as z.output<typeof TrendQuery>
      const { source } = board
      const counted = await readTrends(parts(), days, source === 'replay' ? null : source)
      return { source, days: counted.map(presentTrendDay) }
    },
    TrendQuery,
  )
  answerCall(app, ADMIN_CALLS.system, async () => {
    const { keyId, sealingKeyId, besideData, copies, audit, retentionAt } = await readUpkeep(parts())
    return {
      version: VERSION,
      source: board.source,
      key_id: keyId,
      sealing_key_id: sealingKeyId,
      copies: copies === null ? null : { newest: isoOrNull(copies.newest), kept: copies.kept },
      audit: audit === null ? null : presentLook(audit),
      retention_at: isoOrNull(retentionAt),
      untrusted_proxy: untrustedProxy(),
      beside_data: board.source === 'live' ? [...besideData] : [],
    }
  })
  answerCall(app, ADMIN_CALLS.trading, async ({ is_stopped }, request) => {
    // To stop is one press at any time, for an emergency.
    const by = is_stopped ? byAdmin(request) : byProvenAdmin(parts(), request)
    return { stopped_at: isoOrNull(await turnTrading(parts(), is_stopped, by)) }
  })
  answerCall(app, ADMIN_CALLS.auditCheck, async (_body, request) =>
    presentLook(await checkAudit(parts(), byAdmin(request))),
  )
}

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString())
