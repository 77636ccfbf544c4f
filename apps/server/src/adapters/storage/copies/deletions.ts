import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, gt, inArray, isNotNull, min } from 'drizzle-orm'
import type { Statements } from '../database/database.ts'
import { syncFolder } from '../own-postgres/access.ts'
import { auditLog } from '../schema/audit.ts'
import { deletedKeys } from '../schema/exchange-keys.ts'
import { recoveryCodes } from '../schema/users.ts'
import { TWO_YEARS_MS } from '../upkeep/retention-rules.ts'
import { BackupRefusal } from './backup-file.ts'

/**
 * What a restore must not bring back: exchange keys and users that were deleted; users whose password or second
 * factor was changed, that were disabled or enabled, whose premium was taken or given; recovery codes that were used.
 */
const WHATS = [
  ...['key', 'account', 'password', 'second-factor', 'code'],
  ...['disabled', 'enabled', 'premium-off', 'premium-on'],
] as const

/** What was done to something, at epoch ms; the id is random, is never given again and names nobody. */
export type Deletion = { readonly what: (typeof WHATS)[number]; readonly id: string; readonly time: number }

/** The list beside the copies, so that a restore can do again what the copy does not know. */
export const DELETIONS = 'makas-deletions.txt'
const LINE = new RegExp(`^(${WHATS.join('|')}) (\\S+) (\\S+)$`)

/** What audit lines about a user say. */
const SAID: Readonly<Record<string, (detail: unknown) => readonly Deletion['what'][]>> = {
  'account-deleted': () => ['account'],
  'password-changed': () => ['password'],
  'password-reset': () => ['password'],
  'totp-on': () => ['second-factor'],
  'totp-off': () => ['second-factor'],
  'user-changed': (detail) => {
    const { is_active: isActive, is_premium: isPremium } = (detail as { after?: Record<string, unknown> }).after ?? {}
    const activity = typeof isActive !== 'boolean' ? [] : [isActive ? ('enabled' as const) : ('disabled' as const)]
    const premium =
      typeof isPremium !== 'boolean' ? [] : [isPremium ? ('premium-on' as const) : ('premium-off' as const)]
    return [...activity, ...premium]
  },
}

/** The latest deletion of each kind and id, by a text of both. */
export const latestOf = (all: readonly Deletion[]): ReadonlyMap<string, Deletion> => {
  const latest = new Map<string, Deletion>()
  for (const one of all) {
    const name = `${one.what} ${one.id}`
    if (one.time >= (latest.get(name)?.time ?? 0)) latest.set(name, one)
  }
  return latest
}

/** What was done after `since` by what the database knows: the latest of each kind and id. */
export async function deletedSince(statements: Statements, since: Date): Promise<readonly Deletion[]> {
  const keys = await statements
    .select({ id: deletedKeys.id, time: deletedKeys.deletedAt })
    .from(deletedKeys)
    .where(gt(deletedKeys.deletedAt, since))
  const codes = await statements
    .select({ id: recoveryCodes.id, time: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(gt(recoveryCodes.usedAt, since))
  const { action, at: time, subjectId: id, detail } = auditLog
  const lines = await statements
    .select({ action, time, id, detail })
    .from(auditLog)
    .where(and(inArray(action, Object.keys(SAID)), gt(time, since), isNotNull(id)))
  const found = [
    ...keys.map((key) => ({ what: 'key' as const, id: key.id, time: key.time.getTime() })),
    ...codes.map((code) => ({ what: 'code' as const, id: code.id, time: code.time?.getTime() ?? 0 })),
    ...lines.flatMap((line) =>
      (SAID[line.action]?.(line.detail) ?? []).map((what) => ({ what, id: line.id ?? '', time: line.time.getTime() })),
    ),
  ]
  return [...latestOf(found).values()]
}

/** The list in a folder; null where there is no list. @throws BackupRefusal */
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
    const [, kind, id, time] = LINE.exec(line) ?? []
    const what = WHATS.find((one) => one === kind)
    const at = Date.parse(time ?? '')
    if (what === undefined || id === undefined || Number.isNaN(at))
      throw new BackupRefusal(`${path} is damaged in line ${nth + 1}`)
    return { what, id, time: at }
  })
}

/**
 * The time before which the list may forget: two years ago, or the audit log's first line if that is older, since more
 * than one clock decides about it (retention-guard.ts). Null where there is no line.
 */
export async function forgottenBefore(statements: Statements, now: number): Promise<number | null> {
  const [first] = await statements.select({ time: min(auditLog.at) }).from(auditLog)
  return first?.time == null ? null : Math.min(first.time.getTime(), now - TWO_YEARS_MS)
}

/**
 * Adds to the list in a folder, on disk when this returns. Entries stay until they are `forgotten`: after a restore, or
 * beside an empty database, the list knows more than the database does.
 */
export function addDeletions(folder: string, found: readonly Deletion[], forgotten: number | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lines = [...latestOf([...(readDeletions(folder) ?? []), ...found]).values()]
    .filter(({ time }) => forgotten === null || time >= forgotten)
    .map(({ what, id, time }) => `${what} ${id} ${new Date(time).toISOString()}`)
  const path = join(folder, DELETIONS)
  const part = `${path}.part-${process.pid}`
  writeFileSync(part, `${lines.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(part, path)
  syncFolder(folder)
}
