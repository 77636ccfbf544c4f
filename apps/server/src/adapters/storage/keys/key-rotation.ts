import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { AuditEntry } from '../../../app/ports/accounts/audit-log.ts'
import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { exchangeKeys } from '../schema/exchange-keys.ts'

/** Rows of one transaction, few so that the server's statements do not wait long. */
const PIECE = 100

type Reseal = (place: KeyPlace, sealed: SealedKey) => Pick<SealedKey, 'sealedDataKey' | 'keyId'> | null

/**
 * Seals every data key that is not under `newestId` again. `reseal` returns null for a record that does not open: it is
 * left unchanged and counted. Interrupted at any point, every record opens with a key of the ring.
 */
export async function resealAll(
  database: Database,
  newestId: string,
  reseal: Reseal,
): Promise<{ resealed: number; unopened: number }> {
  let [resealed, unopened, after] = [0, 0, '']
  for (;;) {
    const piece = await database.transact(async (statements) => {
      const rows = await statements
        .select()
        .from(exchangeKeys)
        .where(and(ne(exchangeKeys.keyId, newestId), gt(exchangeKeys.id, after)))
        .orderBy(asc(exchangeKeys.id))
        .limit(PIECE)
        .for('update')
      let done = 0
      for (const row of rows) {
        const fresh = reseal({ ...row, recordId: row.id }, row)
        if (fresh === null) continue
        const { keyId } = fresh
        await statements
          .update(exchangeKeys)
          .set({ sealedDataKey: Buffer.from(fresh.sealedDataKey), keyId })
          .where(eq(exchangeKeys.id, row.id))
        done++
      }
      return { done, seen: rows.length, last: rows.at(-1)?.id }
    })
    resealed += piece.done
    unopened += piece.seen - piece.done
    if (piece.last === undefined || piece.seen < PIECE) return { resealed, unopened }
    after = piece.last
  }
}

/** Ids of the keys under which records are sealed. */
export async function keyIdsInUse(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.run((statements) =>
    statements.selectDistinct({ keyId: exchangeKeys.keyId }).from(exchangeKeys),
  )
  return new Set(rows.map(({ keyId }) => keyId))
}

export const noteRotation = (database: Database, entry: AuditEntry): Promise<void> =>
  database.transact((statements) => addAuditLine(statements, entry))
