import { execFile } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { promisify } from 'node:util'

const command = promisify(execFile)
const LAST_CORE = availableParallelism() - 1

/** The system's id of this thread; null on other systems than Linux. */
export function threadNumber(): string | null {
  return process.platform === 'linux' ? basename(readlinkSync('/proc/thread-self')) : null
}

/**
 * Pins the reader's thread to the last core and all other processes to the rest: with two cores the sender, which no
 * server has, would otherwise take the reader's core for milliseconds. Returns false where that cannot be arranged.
 */
export async function giveOwnCore(thread: string | null, others: readonly (number | undefined)[]): Promise<boolean> {
  if (thread === null || LAST_CORE === 0) return false
  try {
    for (const pid of others) await command('taskset', ['-apc', `0-${LAST_CORE - 1}`, String(pid)])
    await command('taskset', ['-pc', String(LAST_CORE), thread])
    return true
  } catch {
    return false
  }
}
