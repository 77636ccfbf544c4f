import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One process, for good: a pid alone may have been given to somebody else since. */
type Holder = { readonly pid: number; readonly start: string }

export type ProcessLock =
  | { readonly kind: 'taken'; readonly release: () => void }
  /** By a process that lives. */
  | { readonly kind: 'held'; readonly pid: number }

/** How often we try again when others take and release the lock at the same time. */
const MOST_TRIES = 20

/**
 * One process at a time, told by a file that names it. The file of a process that is gone is taken over, and only then:
 * a lock never grows old.
 */
export function takeProcessLock(path: string): ProcessLock {
  const own = `${path}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }), { mode: 0o600 })
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // A link appears whole or not at all: nobody ever reads half a lock.
      if (linked(own, path)) return { kind: 'taken', release: () => release(path) }
      const holder = holderOf(path)
      if (holder !== null && isAlive(holder)) return { kind: 'held', pid: holder.pid }
      clearDead(path, `${own}.dead`)
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new Error(`${path}: others keep taking this lock`)
}

/** One server, or one command that needs its database, works in a data folder at a time. */
export const takeDataLock = (dataDir: string): ProcessLock => takeProcessLock(join(dataDir, 'makas.lock'))

/** Moves a dead holder's lock away, and puts it back if it was somebody else's fresh one by then. */
function clearDead(path: string, aside: string): void {
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = holderOf(aside)
  if (moved !== null && isAlive(moved)) linked(aside, path)
  rmSync(aside, { force: true })
}

/** From a dead disk it cannot be removed; nobody waits for that, since the file of a process that is gone holds nobody up. */
function release(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Null where there is no lock, and for one that a power cut left empty: nobody lives who wrote that. */
function holderOf(path: string): Holder | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  const [, pid, start] = /^\{"pid":(\d{1,10}),"start":"(\d*)"\}$/.exec(text) ?? []
  return pid === undefined || start === undefined ? null : { pid: Number(pid), start }
}

/** Where /proc is missing the pid must suffice. */
function isAlive({ pid, start }: Holder): boolean {
  return isRunning(pid) && (start === '' || startOf(pid) === start)
}

/** Whether some process has this pid. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // One that ended and was not collected yet still has its pid.
    return stateOf(pid) !== 'Z'
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** When a process started, in clock ticks since boot. */
const startOf = (pid: number): string => statOf(pid)[19] ?? ''

const stateOf = (pid: number): string => statOf(pid)[0] ?? ''

/** The fields of /proc/<pid>/stat after the name, which may hold anything; empty where there is none. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
