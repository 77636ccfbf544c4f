import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { HoldReason } from '../../../app/ports/market/book-feed.ts'

export const BAN_REASONS: readonly HoldReason[] = ['banned', 'too-many-requests', 'region-refused']

/** Assumed ban when the file cannot be read, ms: a call during a real ban might prolong it. */
export const UNREADABLE_HOLD_MS = 60_000

/**
 * A ban by an exchange: no request before `until` (epoch ms). `isTold`: the exchange told an end, or refuses the
 * address as a whole. False: a limit of one kind of call, without an end.
 */
export type Ban = { readonly until: number; readonly reason: HoldReason; readonly isTold?: boolean }

/** Keeps an exchange's ban over restarts (F20). */
export type BanFile = {
  read(now: number): Ban | null
  write(ban: Ban): void
}

/** One small JSON file per exchange below `dataDir`, replaced atomically: a crash leaves the old or the new one. */
export function banFile(dataDir: string, name: string): BanFile {
  const folder = join(dataDir, 'bans')
  const path = join(folder, `${name}.json`)
  return {
    read(now) {
      let text: string
      try {
        text = readFileSync(path, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        return { until: now + UNREADABLE_HOLD_MS, reason: 'too-many-requests' }
      }
      const ban = parseBan(text) ?? { until: now + UNREADABLE_HOLD_MS, reason: 'too-many-requests' }
      return ban.until > now ? ban : null
    },
    write(ban) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Engines of several threads, and the vault's process, note the bans of one exchange.
      const part = `${path}.${process.pid}.${threadId}.new`
      writeFileSync(part, `${JSON.stringify(ban)}\n`, { mode: 0o600, flush: true })
      renameSync(part, path)
    },
  }
}

function parseBan(text: string): Ban | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('until' in value) || !('reason' in value)) return null
    const { until, reason } = value
    if (typeof until !== 'number' || !Number.isFinite(until)) return null
    const known = BAN_REASONS.find((one) => one === reason)
    if (known === undefined) return null
    return { until, reason: known, ...('isTold' in value && value.isTold === false ? { isTold: false } : {}) }
  } catch {
    return null
  }
}
