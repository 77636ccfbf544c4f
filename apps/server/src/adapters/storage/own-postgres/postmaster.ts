import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../../system/files/process-lock.ts'
import type { Places } from './places.ts'
import type { RunAs } from './run-as.ts'

/** The process that runs a cluster, started by us or by an earlier server that it outlived. */
export type Postmaster = {
  readonly pid: number
  readonly isOurChild: boolean
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
}

const LOOK_EVERY_MS = 200

/**
 * Settings of the command line, which override postgresql.conf. Statement errors stay out of PostgreSQL's log, since
 * they quote people's texts; they reach us with the answer anyway.
 */
const SETTINGS = [
  'listen_addresses=',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  // Recovery syncs all files first. Syncing them one by one takes seconds on a slow disk.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
]

/** The running postmaster of this cluster; removes a stale pid file, which PostgreSQL would heed. */
export function livingPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid')
  let pid: number
  try {
    pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  if (Number.isSafeInteger(pid) && pid > 1 && isRunning(pid) && worksIn(pid, cluster)) {
    return { pid, isOurChild: false, ended: whenGone(pid) }
  }
  rmSync(file, { force: true })
  return null
}

/** Whether a process works in the cluster's folder, as its postmaster does and a process with a reused pid does not. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return true
  }
}

async function whenGone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise<void>((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref())
}

/** Starts a postmaster, which does not answer at once. Settings of tests come after ours, and win. */
export function startPostmaster(places: Places, runAs: RunAs, settings: readonly string[]): Postmaster {
  const { cluster, sockets, log } = places
  const all = [...SETTINGS, `unix_socket_directories=${quoted(sockets)}`, ...settings]
  const [command, ...args] = [...runAs.command('postgres'), '-D', cluster, ...all.flatMap((one) => ['-c', one])]
  // The log is truncated at each start and gets little text: it cannot fill a disk.
  const output = openSync(log, 'w', 0o600)
  let child: ChildProcess
  try {
    // In a new session, so that Ctrl-C in our terminal does not end it before we do.
    child = spawn(command, args, { stdio: ['ignore', output, output], detached: true, cwd: '/', env: {} })
  } finally {
    closeSync(output)
  }
  child.unref()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  return { pid: child.pid ?? 0, isOurChild: true, ended }
}

/** Quotes a path for a setting that is a list, in which commas and spaces separate entries. */
const quoted = (path: string) => `"${path.replaceAll('"', '""')}"`
