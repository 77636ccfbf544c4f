import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../../system/process-lock.ts'
import type { Places } from './places.ts'
import type { RunAs } from './run-as.ts'

/** The process that runs a cluster: one that we started, or one that outlived the server that did. */
export type Postmaster = {
  readonly pid: number
  readonly isOurChild: boolean
  /** Resolves when it is gone. */
  readonly ended: Promise<void>
}

const LOOK_EVERY_MS = 200

/**
 * Errors of statements stay out of the log: they quote what people sent. They reach us with the answer anyway.
 * Whoever wants more writes it into postgresql.conf, which these override where it matters.
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
  // After a kill everything is synced before it is read: file by file that takes seconds on a slow disk.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
]

/** The living postmaster of this cluster. A file that names a process that is none is removed: PostgreSQL would heed it. */
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

/** A postmaster works in its cluster's folder; a process that was given its pid since does not. */
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

/** Starts one; that it runs does not mean yet that it answers. Settings of tests come after ours, and win. */
export function startPostmaster(places: Places, runAs: RunAs, settings: readonly string[]): Postmaster {
  const { cluster, sockets, log } = places
  const all = [...SETTINGS, `unix_socket_directories=${quoted(sockets)}`, ...settings]
  const [command, ...args] = [...runAs.command('postgres'), '-D', cluster, ...all.flatMap((one) => ['-c', one])]
  // Truncated at each start, and next to nothing is written to it: it cannot fill a disk.
  const output = openSync(log, 'w', 0o600)
  let child: ChildProcess
  try {
    // A session of its own: Ctrl-C in our terminal is for us, and we end it when we are done with it.
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

/** The setting is a list of names, in which a comma or a space would end one. */
const quoted = (path: string) => `"${path.replaceAll('"', '""')}"`
