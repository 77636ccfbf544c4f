import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { EventLog } from '../../../app/ports/system/event-log.ts'
import {
  type AcceptedKeys,
  KeyRefusal,
  KeyRing,
  type Keys,
  type KeyUse,
  type KeyVersion,
  type SealingKey,
} from './key-ring.ts'

/**
 * The keys of an existing file; null where there is no file. @throws KeyRefusal where others can read the file, or it
 * is no key file.
 */
export function readKeyRing(path: string): KeyRing | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if ((stat.mode & 0o077) !== 0) throw new KeyRefusal(`${path}: others can read the key file; chmod 600 it`)
  const text = readFileSync(path, 'latin1')
  const ring = KeyRing.of(text)
  if (ring !== null) return ring
  const isCut = !/^([\da-f]{64}|[a-z-]+ \d+ [\da-f]{16} [\da-f]{64} \w+)(\n|$)/.test(text)
  throw new KeyRefusal(
    isCut
      ? `${path}: holds no key: 64 hexadecimal digits are wanted`
      : `${path}: is damaged; restore it from a copy of it`,
  )
}

/** Reads a file again whenever it was replaced. */
class KeyFile {
  readonly #path: string
  #ring: KeyRing | null = null
  #seen = ''

  constructor(path: string, ring: KeyRing | null = null) {
    this.#path = path
    this.#ring = ring
  }

  /** The ring of the file as it is now. @throws KeyRefusal */
  read(): KeyRing {
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    if (stat === undefined) throw new KeyRefusal(`${this.#path}: there is no key file`)
    const seen = `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.mode}`
    if (this.#ring === null || seen !== this.#seen) {
      this.#ring = readKeyRing(this.#path)
      this.#seen = seen
    }
    if (this.#ring === null) throw new KeyRefusal(`${this.#path}: there is no key file`)
    return this.#ring
  }
}

/** How often a running process looks whether the key file was replaced, ms; far below the time that keys are announced. */
const LOOK_EVERY_MS = 1_000
const COMPLAIN_EVERY_MS = 60_000

/**
 * The keys of a file for a process that serves: added and removed keys count without a restart. While the file cannot
 * be read the keys of the last reading hold, with an alarm each minute.
 */
export class LiveKeys implements Keys {
  readonly #file: KeyFile
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: EventLog
  #ring: KeyRing
  #lookedAt = -Infinity
  #complainedAt = -Infinity

  constructor(path: string, ring: KeyRing, clock: Pick<Clock, 'now'>, log: EventLog) {
    this.#file = new KeyFile(path, ring)
    this.#ring = ring
    this.#clock = clock
    this.#log = log
  }

  get id(): string {
    return this.#look().id
  }

  current(use: KeyUse): KeyVersion {
    return this.#look().current(use, this.#clock.now())
  }

  accepted(use: KeyUse): AcceptedKeys {
    return this.#look().accepted(use, this.#clock.now())
  }

  by(use: KeyUse, id: string): KeyVersion | null {
    return this.#look().by(use, id)
  }

  #look(): KeyRing {
    const now = this.#clock.now()
    if (Math.abs(now - this.#lookedAt) < LOOK_EVERY_MS) return this.#ring
    this.#lookedAt = now
    try {
      this.#ring = this.#file.read()
    } catch (error) {
      if (Math.abs(now - this.#complainedAt) >= COMPLAIN_EVERY_MS) {
        this.#complainedAt = now
        const reason = error instanceof Error ? error.message : String(error)
        this.#log('error', 'key-file-unreadable', { reason, alarm: true })
      }
    }
    return this.#ring
  }
}

/** The keys for messages between processes, from an existing file, the current key first. @throws KeyRefusal */
export function busKeysIn(
  path: string,
  clock: Pick<Clock, 'now'>,
  log: EventLog,
): () => readonly [Buffer, ...Buffer[]] {
  const ring = readKeyRing(path)
  if (ring === null) throw new KeyRefusal(`${path}: there is no key file, which the processes know each other by`)
  const keys = new LiveKeys(path, ring, clock, log)
  return () => {
    const [current, ...others] = keys.accepted('bus')
    return [current.key, ...others.map(({ key }) => key)]
  }
}

/** The key under which a copy is sealed at `now`, from an existing file. @throws KeyRefusal */
export function copyKeyIn(path: string, now: number): SealingKey {
  const ring = readKeyRing(path)
  if (ring === null) throw new KeyRefusal(`${path}: there is no key file to encrypt a copy with`)
  return ring.copyKey(now)
}

/** The keys of the audit log, oldest first, read when a caller asks, and again when the file was replaced. */
export function auditKeyIn(path: string): () => readonly KeyVersion[] {
  const file = new KeyFile(path)
  return () => file.read().of('audit-log')
}

/** Makes a key file with a new key, synced before use, written atomically, never over an existing file. */
export function makeKeyRing(path: string): KeyRing {
  const ring = new KeyRing(randomBytes(32))
  try {
    keepKeyRing(path, ring)
    return ring
  } catch (error) {
    // Another process was quicker: its key is used.
    const theirs = error instanceof Error && 'code' in error && error.code === 'EEXIST' ? readKeyRing(path) : null
    if (theirs === null) throw error
    return theirs
  }
}

/** Writes a new key file; throws `EEXIST` where there is a file of that name. */
export function keepKeyRing(path: string, ring: KeyRing): void {
  drafted(path, ring, (draft) => linkSync(draft, path))
}

/** Replaces the key file atomically: after a power cut it is the old one or the new one. */
export function replaceKeyRing(path: string, ring: KeyRing): void {
  drafted(path, ring, (draft) => renameSync(draft, path))
}

function drafted(path: string, ring: KeyRing, install: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    sync(draft, 'wx', (file) => writeSync(file, ring.text))
    install(draft)
    sync(dirname(path), 'r', () => undefined)
  } finally {
    rmSync(draft, { force: true })
  }
}

function sync(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags, 0o600)
  try {
    work(file)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
