import { eq } from 'drizzle-orm'
import type { TradingSwitch } from '../../../app/ports/trading/trades.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { noteSetting, settingOf } from '../database/settings.ts'
import { settings } from '../schema/operation.ts'

const NAME = 'trading-stopped-at'

/** Since when new trades are stopped, epoch ms; null: they are taken. */
export async function tradingStoppedAt(statements: Statements): Promise<number | null> {
  const value = await settingOf(statements, NAME)
  return value === undefined ? null : Number(value)
}

/** The switch of new trades in PostgreSQL; `database` may not have come up yet. */
export const tradingSwitch = (database: () => Database): TradingSwitch => ({
  stoppedAt: () => database().run(tradingStoppedAt),
  turn: (isStopped, now, audit) =>
    database().transact(async (statements) => {
      const before = await tradingStoppedAt(statements)
      if ((before !== null) === isStopped) return before
      if (isStopped) await noteSetting(statements, NAME, now, now)
      else await statements.delete(settings).where(eq(settings.name, NAME))
      await addAuditLine(statements, audit)
      return isStopped ? now : null
    }),
})
