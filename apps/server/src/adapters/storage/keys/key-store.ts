import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import {
  type KeyFindings,
  KeyInUse,
  type KeyStore,
  type KeyWithSecret,
  type StoredKey,
  type WatchedAccount,
} from '../../../app/ports/trading/key-store.ts'
import type { KeyFees, KeyPermissions, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { runningTrade } from '../market/trade-store.ts'
import { deletedKeys, exchangeKeys } from '../schema/exchange-keys.ts'
import { users } from '../schema/users.ts'

type Row = typeof exchangeKeys.$inferSelect

/** When a row was last checked, as `keyOf` reads it. */
const CHECKED_AT = sql`coalesce(${exchangeKeys.lastCheckedAt}, ${exchangeKeys.updatedAt})`

/** What is kept of an earlier row of the same account: only its owner lifts a stop of the connection. */
const keptOf = (old: Row | undefined, maskedKey: string) =>
  old?.maskedKey === maskedKey
    ? { heldBefore: old.heldBefore, difference: old.difference, clearedAt: old.clearedAt }
    : {}

const ofUser = (userId: string, id: string) => and(eq(exchangeKeys.id, id), eq(exchangeKeys.userId, userId))

/** The connection unless its differences were cleared since it was read. */
const asWatched = ({ key: { userId, recordId }, clearedAt }: WatchedAccount) =>
  and(
    ofUser(userId, recordId),
    clearedAt === null ? isNull(exchangeKeys.clearedAt) : eq(exchangeKeys.clearedAt, new Date(clearedAt)),
  )

/** Exchange keys in PostgreSQL; `database` may not have come up yet. */
export function keyStore(database: () => Database): KeyStore {
  return {
    async owner(userId) {
      const [row] = await database().run((statements) =>
        statements
          .select({ isPasswordWeak: users.isPasswordWeak })
          .from(users)
          .where(and(eq(users.id, userId), eq(users.role, 'user'), eq(users.isActive, true))),
      )
      return row ?? null
    },

    async list(userId) {
      const rows = await database().run((statements) =>
        statements
          .select()
          .from(exchangeKeys)
          .where(eq(exchangeKeys.userId, userId))
          .orderBy(asc(exchangeKeys.createdAt)),
      )
      return rows.map(keyOf)
    },

    async find(userId, id) {
      const [row] = await database().run((statements) =>
        statements.select().from(exchangeKeys).where(ofUser(userId, id)),
      )
      return row === undefined ? null : withSecret(row)
    },

    demoKeys: (exchange) =>
      database().run((statements) =>
        statements
          .select({ userId: exchangeKeys.userId, maskedKey: exchangeKeys.maskedKey })
          .from(exchangeKeys)
          .where(and(eq(exchangeKeys.exchange, exchange), eq(exchangeKeys.isDemo, true))),
      ),

    put: ({ key, sealed }, audit) =>
      database().transact(async (statements) => {
        // Locked until the end: two calls cannot add a key for one place, and nobody erases the owner meanwhile.
        const owners = await statements
          .select({ id: users.id })
          .from(users)
          .where(eq(users.id, key.userId))
          .for('update')
        if (owners.length === 0) return false
        const at = new Date(key.findings.checkedAt)
        const replaced = await statements
          .delete(exchangeKeys)
          .where(
            and(
              eq(exchangeKeys.userId, key.userId),
              eq(exchangeKeys.exchange, key.exchange),
              eq(exchangeKeys.isTestnet, key.isTestnet),
              eq(exchangeKeys.isDemo, key.isDemo),
            ),
          )
          .returning()
        const running = await runningTrade(statements, key.userId)
        if (running?.keys.some(({ recordId }) => replaced.some(({ id }) => id === recordId)))
          throw new KeyInUse(running.name)
        const [old] = replaced
        for (const { id } of replaced)
          await statements.insert(deletedKeys).values({ id, exchange: key.exchange, deletedAt: at })
        await statements.insert(exchangeKeys).values({
          id: key.recordId,
          userId: key.userId,
          exchange: key.exchange,
          isTestnet: key.isTestnet,
          isDemo: key.isDemo,
          name: key.name,
          maskedKey: key.maskedKey,
          ...bytesOf(sealed),
          ...columnsOf(key.findings),
          ...keptOf(old, key.maskedKey),
          createdAt: at,
        })
        await addAuditLine(statements, old ? { ...audit, detail: { ...audit.detail, replaced: old.id } } : audit)
        return true
      }),

    noteUnstored: (audit) => database().transact((statements) => addAuditLine(statements, audit)),

    note: ({ recordId, userId, findings: { checkedAt } }, findings, audit) =>
      database().transact(async (statements) => {
        const noted = await statements
          .update(exchangeKeys)
          .set(columnsOf(findings))
          .where(and(ofUser(userId, recordId), eq(CHECKED_AT, new Date(checkedAt))))
          .returning({ id: exchangeKeys.id })
        if (noted.length > 0 && audit !== null) await addAuditLine(statements, audit)
        return noted.length > 0
      }),

    remove: (userId, id, audit) =>
      database().transact(async (statements) => {
        const running = await runningTrade(statements, userId)
        if (running?.keys.some(({ recordId }) => recordId === id)) return { runningTrade: running.name }
        const [removed] = await statements
          .delete(exchangeKeys)
          .where(ofUser(userId, id))
          .returning({ exchange: exchangeKeys.exchange })
        if (removed === undefined) return 'unknown'
        await statements.insert(deletedKeys).values({ id, exchange: removed.exchange, deletedAt: new Date(audit.time) })
        await addAuditLine(statements, audit)
        return 'removed'
      }),

    async watched(userId, id) {
      const [row] = await database().run((statements) =>
        statements.select().from(exchangeKeys).where(ofUser(userId, id)),
      )
      if (row === undefined) return null
      return { ...withSecret(row), heldBefore: row.heldBefore, clearedAt: row.clearedAt?.getTime() ?? null }
    },

    async noteHeld(account, heldBefore) {
      const noted = await database().run((statements) =>
        statements
          .update(exchangeKeys)
          .set({ heldBefore })
          .where(asWatched(account))
          .returning({ id: exchangeKeys.id }),
      )
      return noted.length > 0
    },

    noteDifference: (account, difference, audit) =>
      database().transact(async (statements) => {
        const noted = await statements
          .update(exchangeKeys)
          .set({ difference })
          .where(and(asWatched(account), isNull(exchangeKeys.difference)))
          .returning({ id: exchangeKeys.id })
        if (noted.length > 0) await addAuditLine(statements, audit)
        return noted.length > 0
      }),

    clearDifference: (userId, id, now, audit) =>
      database().transact(async (statements) => {
        const cleared = await statements
          .update(exchangeKeys)
          .set({ difference: null, heldBefore: null, clearedAt: new Date(now) })
          .where(and(ofUser(userId, id), isNotNull(exchangeKeys.difference)))
          .returning({ id: exchangeKeys.id })
        if (cleared.length > 0) await addAuditLine(statements, audit)
        return cleared.length > 0
      }),

    async due(checkedBefore, now, after, most) {
      const rows = await database().run((statements) =>
        statements
          .select()
          .from(exchangeKeys)
          .where(
            and(
              or(
                lt(exchangeKeys.lastCheckedAt, new Date(checkedBefore)),
                gt(exchangeKeys.lastCheckedAt, new Date(now)),
              ),
              gt(exchangeKeys.id, after),
            ),
          )
          .orderBy(asc(exchangeKeys.id))
          .limit(most),
      )
      return rows.map(withSecret)
    },
  }
}

const bytesOf = ({ sealedKey, sealedSecret, sealedPassphrase, sealedDataKey, keyId, formatVersion }: SealedKey) => ({
  sealedKey: Buffer.from(sealedKey),
  sealedSecret: Buffer.from(sealedSecret),
  sealedPassphrase: sealedPassphrase === null ? null : Buffer.from(sealedPassphrase),
  sealedDataKey: Buffer.from(sealedDataKey),
  keyId,
  formatVersion,
})

/** The columns of a key's findings; permissions and fees are stored under the names of the API. */
const columnsOf = ({ status, trouble, permissions, balance, fees, checkedAt }: KeyFindings) => ({
  status,
  statusReason: trouble,
  permissions: {
    read: permissions.read,
    spot_trade: permissions.spotTrade,
    futures_trade: permissions.futuresTrade,
    withdraw: permissions.withdraw,
    transfer: permissions.transfer,
  },
  balance,
  fees: fees === null ? null : storedFees(fees),
  lastCheckedAt: new Date(checkedAt),
  updatedAt: new Date(checkedAt),
})

const storedFees = ({ spot, perp }: KeyFees) => ({
  ...(spot === null ? {} : { spot }),
  ...(perp === null ? {} : { perp }),
})

const permissionsOf = (stored: Row['permissions']): KeyPermissions => ({
  read: stored.read ?? null,
  spotTrade: stored.spot_trade ?? null,
  futuresTrade: stored.futures_trade ?? null,
  withdraw: stored.withdraw ?? null,
  transfer: stored.transfer ?? null,
})

function keyOf(row: Row): StoredKey {
  const { status, statusReason, balance, fees, lastCheckedAt, updatedAt } = row
  return {
    recordId: row.id,
    userId: row.userId,
    exchange: row.exchange,
    isTestnet: row.isTestnet,
    isDemo: row.isDemo,
    name: row.name,
    maskedKey: row.maskedKey,
    difference: row.difference,
    findings: {
      status: status === 'pending' ? 'error' : status,
      trouble: statusReason as KeyFindings['trouble'],
      permissions: permissionsOf(row.permissions),
      balance,
      fees: fees === null ? null : { spot: fees.spot ?? null, perp: fees.perp ?? null },
      checkedAt: (lastCheckedAt ?? updatedAt).getTime(),
    },
  }
}

const withSecret = (row: Row): KeyWithSecret => ({
  key: keyOf(row),
  sealed: {
    sealedKey: row.sealedKey,
    sealedSecret: row.sealedSecret,
    sealedPassphrase: row.sealedPassphrase,
    sealedDataKey: row.sealedDataKey,
    keyId: row.keyId,
    formatVersion: row.formatVersion,
  },
})
