import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** Paths of our own PostgreSQL below the data folder. */
export type Places = {
  readonly cluster: string
  /** File with the passwords of its two roles. */
  readonly access: string
  readonly log: string
  /** Folder of the socket: below the data folder, or in the temporary folder where that path is too long. */
  readonly sockets: string
}

/** PostgreSQL's own default, which names its socket. */
export const PORT = 5432
/** Bytes of a Unix socket's path, at most (Linux: 108 with the ending zero). */
const MOST_PATH_BYTES = 107

export function placesIn(dataDir: string): Places {
  const beside = join(dataDir, 'pg-socket')
  const socket = join(beside, `.s.PGSQL.${PORT}.lock`)
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return {
    cluster: join(dataDir, 'pg'),
    access: join(dataDir, 'pg-access.json'),
    log: join(dataDir, 'pg.log'),
    sockets: Buffer.byteLength(socket) > MOST_PATH_BYTES ? join(tmpdir(), `makas-${hash}`) : beside,
  }
}

/** Whether a cluster was ever made in this data folder. */
export const hasCluster = (dataDir: string): boolean => existsSync(placesIn(dataDir).cluster)

/** Makes a folder that only its owner may enter. Refuses an existing folder of a user outside `mayOwn`, as in /tmp. */
export function makePrivate(folder: string, mayOwn: readonly number[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || (mayOwn.length > 0 && !mayOwn.includes(found.uid))) {
    throw new StartRefusal(`${folder} belongs to somebody else: remove it, or choose a shorter DATA_DIR`)
  }
  chmodSync(folder, 0o700)
}
