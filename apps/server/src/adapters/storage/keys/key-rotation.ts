import { and, asc, type Column, eq, gt, isNotNull, ne, not, type SQL, sql } from 'drizzle-orm'
import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import type { KeyRing, KeyVersion } from '../../system/keys/key-ring.ts'
import { rewrapped } from '../../system/keys/stored-hash.ts'
import { resealSecret, rewrappedCode } from '../../system/secrets/authenticator-codes.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { exchangeKeys } from '../schema/exchange-keys.ts'
import { recoveryCodes, users } from '../schema/users.ts'

/** Rows of one transaction, few so that the server's statements do not wait long. */
const PIECE = 100

/** Seals a record's data key under the newest key; null for a record that does not open. */
export type Reseal = (place: KeyPlace, sealed: SealedKey) => Pick<SealedKey, 'sealedDataKey' | 'keyId'> | null

/** Number of rows that were put under the newest key, and of rows that do not open and were left unchanged. */
export type Moved = { readonly moved: number; readonly unopened: number }

type Row = { readonly id: string }

/**
 * Puts all rows that `read` finds under the newest key, in pieces. `move` returns whether it could. Interrupted at any
 * point, every row is under a key of the ring.
 */
async function inPieces<R extends Row>(
  database: Database,
  read: (statements: Statements, after: string) => Promise<readonly R[]>,
  move: (statements: Statements, row: R) => Promise<boolean>,
): Promise<Moved> {
  let [moved, unopened, after] = [0, 0, '']
  for (;;) {
    const piece = await database.transact(async (statements) => {
      const rows = await read(statements, after)
      let done = 0
      for (const row of rows) if (await move(statements, row)) done++
      return { done, seen: rows.length, last: rows.at(-1)?.id }
    })
    moved += piece.done
    unopened += piece.seen - piece.done
    if (piece.last === undefined || piece.seen < PIECE) return { moved, unopened }
    after = piece.last
  }
}

/** Seals every data key that is not under `newestId` again. */
export const resealKeys = (database: Database, newestId: string, reseal: Reseal): Promise<Moved> =>
  inPieces(
    database,
    (statements, after) =>
      statements
        .select()
        .from(exchangeKeys)
        .where(and(ne(exchangeKeys.keyId, newestId), gt(exchangeKeys.id, after)))
        .orderBy(asc(exchangeKeys.id))
        .limit(PIECE)
        .for('update'),
    async (statements, row) => {
      const fresh = reseal({ ...row, recordId: row.id }, row)
      if (fresh === null) return false
      const { keyId } = fresh
      const set = { sealedDataKey: Buffer.from(fresh.sealedDataKey), keyId }
      await statements.update(exchangeKeys).set(set).where(eq(exchangeKeys.id, row.id))
      return true
    },
  )

const usersWhere = (condition: SQL | undefined) => (statements: Statements, after: string) =>
  statements
    .select()
    .from(users)
    .where(and(condition, gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(PIECE)
    .for('update')

/** The condition that the last of several ids, joined by `+`, is not the id of a key. */
const isUnderAnother = (ids: Column | SQL, { id }: KeyVersion) => sql`right(${ids}, ${id.length}) <> ${id}`

/** Hashes each password's hash once more under this pepper, unless this pepper was its last one already. */
export const rewrapPasswords = (database: Database, pepper: KeyVersion): Promise<Moved> =>
  inPieces(
    database,
    usersWhere(isUnderAnother(users.pepperId, pepper)),
    async (statements, { id, passwordHash: hash, pepperId }) => {
      const fresh = rewrapped({ hash, pepperId }, pepper)
      const set = { passwordHash: fresh.hash, pepperId: fresh.pepperId }
      await statements.update(users).set(set).where(eq(users.id, id))
      return true
    },
  )

/** Seals each second factor again that is not under this key, including unconfirmed factors. */
export const resealFactors = (database: Database, ring: KeyRing, newest: KeyVersion): Promise<Moved> =>
  inPieces(
    database,
    usersWhere(and(isNotNull(users.totpKeyId), ne(users.totpKeyId, newest.id))),
    async (statements, { id, totpSecret, totpKeyId }) => {
      if (totpSecret === null || totpKeyId === null) return false
      const fresh = resealSecret(id, { bytes: totpSecret, keyId: totpKeyId }, ring, newest)
      if (fresh === null) return false
      const set = { totpSecret: Buffer.from(fresh.bytes), totpKeyId: fresh.keyId }
      await statements.update(users).set(set).where(eq(users.id, id))
      return true
    },
  )

const { codeHash } = recoveryCodes

/** Whether some hashes of recovery codes do not name their key, which is then the first one. */
export async function hasUnnamedCodes(database: Database): Promise<boolean> {
  const rows = await database.run((statements) =>
    statements
      .select({ id: recoveryCodes.id })
      .from(recoveryCodes)
      .where(not(sql`${codeHash} like '%:%'`))
      .limit(1),
  )
  return rows.length > 0
}

/** Hashes each recovery code's hash once more under the newest key, unless this key was its last one already. */
export const rewrapCodes = (database: Database, first: KeyVersion, newest: KeyVersion): Promise<Moved> =>
  inPieces(
    database,
    (statements, after) =>
      statements
        .select()
        .from(recoveryCodes)
        .where(
          and(
            isUnderAnother(
              sql`case when ${codeHash} like '%:%' then split_part(${codeHash}, ':', 1) else ${first.id} end`,
              newest,
            ),
            gt(recoveryCodes.id, after),
          ),
        )
        .orderBy(asc(recoveryCodes.id))
        .limit(PIECE)
        .for('update'),
    async (statements, { id, codeHash: hash }) => {
      const fresh = rewrappedCode(hash, first, newest)
      await statements.update(recoveryCodes).set({ codeHash: fresh }).where(eq(recoveryCodes.id, id))
      return true
    },
  )

export const noteRotation = (database: Database, entry: AuditEntry): Promise<void> =>
  database.transact((statements) => addAuditLine(statements, entry))
