import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process by pid and start time, since a pid alone may be reused. */
type Holder = { readonly pid: number; readonly start: string }

export type ProcessLock =
  | { readonly kind: 'taken'; readonly release: () => void }
  | { readonly kind: 'held'; readonly pid: number }

/** Tries, at most, while other processes take and release the lock at the same time. */
const MOST_TRIES = 20

/**
 * A lock by a file that names its process. It is taken over only when that process is gone: a lock has no time limit.
 */
export function takeProcessLock(path: string): ProcessLock {
  const own = `${path}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }), { mode: 0o600 })
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // A link appears atomically: no process reads half a lock.
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

/** The lock of a data folder: one server, or one command that needs its database, works in it at a time. */
export const takeDataLock = (dataDir: string): ProcessLock => takeProcessLock(dataLockOf(dataDir))

const dataLockOf = (dataDir: string): string => join(dataDir, 'makas.lock')

/** Whether a running process works in a data folder. */
export function isInUse(dataDir: string): boolean {
  const holder = holderOf(dataLockOf(dataDir))
  return holder !== null && isAlive(holder)
}

/** Moves a dead holder's lock away; puts the lock back if a new process had taken it by then. */
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

/** Removes the lock; failures (a dead disk) are ignored, since the lock of an ended process blocks no other. */
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

/** The holder in the file; null where there is no lock, or an empty file after a power cut. */
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

/** Whether the holder runs; where /proc is missing the pid alone decides. */
function isAlive({ pid, start }: Holder): boolean {
  return isRunning(pid) && (start === '' || startOf(pid) === start)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie still has its pid.
    return stateOf(pid) !== 'Z'
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** When a process started, in clock ticks since boot. */
const startOf = (pid: number): string => statOf(pid)[19] ?? ''

const stateOf = (pid: number): string => statOf(pid)[0] ?? ''

/** The fields of /proc/<pid>/stat after the process's name; empty where there is no such file. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
