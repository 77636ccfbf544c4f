import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInUse } from './files/process-lock.ts'

const fileOf = (dataDir: string): string => join(dataDir, 'address')

/** Stores the server's public address in the data folder, for commands. */
export function noteAddress(dataDir: string, origin: string): void {
  const file = fileOf(dataDir)
  writeFileSync(`${file}.new`, `${origin}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** The address of the server that runs on a data folder; null where no server runs. */
export function runningAddress(dataDir: string): string | null {
  // A server that was killed leaves its address behind.
  if (!isInUse(dataDir)) return null
  let text: string
  try {
    text = readFileSync(fileOf(dataDir), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return URL.canParse(text) ? new URL(text).origin : null
}
