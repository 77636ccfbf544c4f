import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Access, makeAccess, readAccess, syncFolder } from './access.ts'
import { makePrivate, type Places } from './places.ts'
import { giveTo, type RunAs } from './run-as.ts'
import { StartRefusal } from './start-refusal.ts'

/** The role that owns the tables: migrations, copies, restoring. */
export const OWNER = 'makas_owner'

/** Returns the cluster's passwords. Makes the cluster where it is missing or unfinished. */
export async function openCluster(places: Places, runAs: RunAs, signal: AbortSignal): Promise<Access> {
  const { cluster, sockets } = places
  const isThere = existsSync(cluster)
  const known = readAccess(places.access)
  if (isThere && known === null) {
    throw new StartRefusal(
      `${cluster} is there, but ${places.access} with its passwords is not: put it back from a copy`,
    )
  }
  const access = known ?? makeAccess(places.access)
  const mayOwn =
    process.getuid === undefined ? [] : [process.getuid(), ...(runAs.owner === null ? [] : [runAs.owner, 65_534])]
  makePrivate(sockets, mayOwn)
  if (!isThere) await makeCluster(places, runAs, access, signal)
  return access
}

async function makeCluster({ cluster }: Places, runAs: RunAs, access: Access, signal: AbortSignal): Promise<void> {
  clearBegun(cluster)
  // A new name: an initdb that outlived a killed server may still write to its own folder.
  const next = `${cluster}.new-${process.pid}`
  makePrivate(next, [])
  const passwordFile = `${next}.password`
  writeFileSync(passwordFile, `${access.owner}\n`, { mode: 0o600 })
  giveTo(runAs.owner, next)
  giveTo(runAs.owner, passwordFile)
  const options = ['-A', 'scram-sha-256', '--pwfile', passwordFile, '--locale=C', '--encoding=UTF8', '-U', OWNER]
  const sync = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  const [command, ...args] = [...runAs.command('initdb'), ...options, ...sync, '-D', next]
  try {
    await runToItsEnd(command, args, signal)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(next, cluster)
  syncFolder(dirname(cluster))
}

/** Runs a command and waits for its end, after an abort too: the command then still cleans its folder. */
function runToItsEnd(command: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: '/', env: {}, signal, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    child.on('error', (error) => {
      said += error.message
    })
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartRefusal(`initdb failed: ${said.trim()}`))
    })
  })
}

function clearBegun(cluster: string): void {
  const begun = `${basename(cluster)}.new-`
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(begun)) rmSync(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

/** The end of PostgreSQL's log, for a failed start; the read error where it cannot be read (a dead disk). */
export function lastWords({ log }: Places): string {
  try {
    return readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' | ').slice(0, 500)
  } catch (error) {
    return String(error)
  }
}
