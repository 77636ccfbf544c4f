import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { erase } from '../accounts/account-store.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Statements } from '../database/database.ts'
import { syncFolder } from '../own-postgres/access.ts'
import { users } from '../schema/accounts.ts'
import { auditLog } from '../schema/audit.ts'
import { deletedKeys, exchangeKeys } from '../schema/exchange-keys.ts'
import { TWO_YEARS_MS } from '../upkeep/retention-rules.ts'
import { BackupRefusal } from './backup-file.ts'

/** An exchange key or an account that was deleted, at epoch ms; its id is random, is never given again and names nobody. */
export type Deletion = { readonly what: 'key' | 'account'; readonly id: string; readonly at: number }

/** The list beside the copies, so that a restore can delete again what the copy still has. */
export const DELETIONS = 'makas-deletions.txt'
const LINE = /^(key|account) (\S+) (\S+)$/

/** What the database knows to have been deleted after `since`. */
export async function deletedSince(statements: Statements, since: Date): Promise<readonly Deletion[]> {
  const keys = await statements
    .select({ id: deletedKeys.id, at: deletedKeys.deletedAt })
    .from(deletedKeys)
    .where(gt(deletedKeys.deletedAt, since))
  const { action, at: time, subjectId } = auditLog
  const accounts = await statements
    .select({ id: subjectId, at: time })
    .from(auditLog)
    .where(and(eq(action, 'account-deleted'), gt(time, since), isNotNull(subjectId)))
  return [
    ...keys.map(({ id, at }) => ({ what: 'key' as const, id, at: at.getTime() })),
    ...accounts.map(({ id, at }) => ({ what: 'account' as const, id: id ?? '', at: at.getTime() })),
  ]
}

/** The list in a folder; null where there is none. @throws BackupRefusal */
export function readDeletions(folder: string): readonly Deletion[] | null {
  const path = join(folder, DELETIONS)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new BackupRefusal(`${path} cannot be read: ${String(error)}`)
  }
  return text.split('\n').flatMap((line, nth) => {
    if (line === '') return []
    const [, what, id, time] = LINE.exec(line) ?? []
    const at = Date.parse(time ?? '')
    if (id === undefined || Number.isNaN(at)) throw new BackupRefusal(`${path} is damaged in line ${nth + 1}`)
    return { what: what === 'key' ? 'key' : 'account', id, at }
  })
}

/**
 * Adds to the list in a folder, on disk when this returns. What stands in it already stays: after a restore, or beside
 * an empty database, the list knows more than the database does. It goes when the audit log forgets as well.
 */
export function addDeletions(folder: string, found: readonly Deletion[], now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const all = new Map([...(readDeletions(folder) ?? []), ...found].map((one) => [`${one.what} ${one.id}`, one.at]))
  const lines = [...all]
    .filter(([, at]) => at > now - TWO_YEARS_MS)
    .map(([one, at]) => `${one} ${new Date(at).toISOString()}`)
  const path = join(folder, DELETIONS)
  const part = `${path}.part-${process.pid}`
  writeFileSync(part, `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(part, path)
  syncFolder(folder)
}

export type DeletedAgain = { readonly keys: number; readonly accounts: number }

/** Deletes what a restored copy still has of the list, as it was deleted before, with lines of the audit log. */
export async function deleteAgain(
  statements: Statements,
  deletions: readonly Deletion[],
  now: number,
): Promise<DeletedAgain> {
  const gone = new Set(deletions.map(({ what, id }) => `${what} ${id}`))
  const by = { at: now, actor: { kind: 'system' }, address: null, requestId: null } as const
  const { id, exchange, isTestnet: testnet, userId: owner } = exchangeKeys
  const held = await statements.select({ id, exchange, testnet, owner }).from(exchangeKeys)
  const keys = held.filter((key) => gone.has(`key ${key.id}`))
  for (const { id: keyId, ...detail } of keys) {
    await statements.delete(exchangeKeys).where(eq(id, keyId))
    await statements.insert(deletedKeys).values({ id: keyId, exchange: detail.exchange, deletedAt: new Date(now) })
    const subject = { kind: 'exchange-key', id: keyId } as const
    await addAuditLine(statements, { ...by, action: 'key-deleted', subject, detail: { ...detail, why: 'restored' } })
  }
  const accounts = (await statements.select({ id: users.id }).from(users)).filter((one) =>
    gone.has(`account ${one.id}`),
  )
  for (const one of accounts) {
    const subject = { kind: 'account', id: one.id } as const
    await erase(statements, one.id, { ...by, action: 'account-deleted', subject, detail: { why: 'restored' } })
  }
  return { keys: keys.length, accounts: accounts.length }
}
