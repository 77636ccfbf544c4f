import { chmodSync, mkdirSync } from 'node:fs'
import { type ProcessLock, takeDataLock } from '../adapters/system/files/process-lock.ts'
import { readKeyRing } from '../adapters/system/keys/key-file.ts'
import type { Config } from '../config/config.ts'
import { reasonOf, refuse } from './terminal.ts'

export type DataLock = Extract<ProcessLock, { kind: 'taken' }>

/** Makes the data folder, with access for the owner only, since it will hold keys. */
export function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
  } catch (error) {
    refuse([`DATA_DIR: cannot be made: ${reasonOf(error)}`])
  }
}

/** Locks the data folder: two servers on one database folder would destroy it. */
export function lockDataDir(path: string): DataLock {
  try {
    const lock = takeDataLock(path)
    if (lock.kind === 'taken') return lock
    refuse([`DATA_DIR: ${path} is in use by process ${lock.pid}: stop it, or choose another folder`])
  } catch (error) {
    refuse([`DATA_DIR: cannot be locked: ${reasonOf(error)}`])
  }
}

/**
 * Checks an existing key file. A first start makes the file after it has found the database empty. An engine never
 * makes it, and without it no other process would believe the engine.
 */
export function checkKeyFile({ role, masterKeyFile }: Pick<Config, 'role' | 'masterKeyFile'>): void {
  try {
    if (readKeyRing(masterKeyFile) !== null || role !== 'engine') return
  } catch (error) {
    refuse([`MASTER_KEY_FILE: ${reasonOf(error)}`])
  }
  refuse(['MASTER_KEY_FILE: must be there with ROLE=engine: a copy of the one key file of all processes'])
}
