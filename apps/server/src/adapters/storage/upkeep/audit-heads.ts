import { appendFileSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the list of heads beside the copies, for the operator to fetch (security.md 83). */
const HEADS = 'makas-audit-heads.txt'

/** Adds the audit log's last line of this night, its number and its hash, to the list. */
export function writeHead(folder: string, head: string, now: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  appendFileSync(join(folder, HEADS), `${new Date(now).toISOString()} ${head}\n`, { mode: 0o600, flush: true })
}

/** Whether a head was ever written there. */
export const hasHeads = (folder: string): boolean =>
  (statSync(join(folder, HEADS), { throwIfNoEntry: false })?.size ?? 0) > 0
