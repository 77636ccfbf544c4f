import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** Passwords of the role that owns the tables, and of the role that the server works as (security.md 54). */
export type Access = { readonly owner: string; readonly app: string }

/** The stored passwords, or null where there are no passwords yet. */
export function readAccess(path: string): Access | null {
  if (!existsSync(path)) return null
  const [, owner, app] = /^\{"owner":"([\w-]+)","app":"([\w-]+)"\}\n$/.exec(readFileSync(path, 'utf8')) ?? []
  if (owner === undefined || app === undefined) throw new StartRefusal(`${path} is damaged: restore it from a copy`)
  return { owner, app }
}

/** Makes new passwords, on disk before the cluster uses them. */
export function makeAccess(path: string): Access {
  const access = { owner: secret(), app: secret() }
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(access)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
  syncFolder(dirname(path))
  return access
}

/** Syncs a folder: files created or renamed in it survive a power cut afterwards. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const secret = () => randomBytes(24).toString('base64url')
