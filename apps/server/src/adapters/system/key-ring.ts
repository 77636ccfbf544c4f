import { hkdfSync, randomBytes } from 'node:crypto'
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

/** A key file that the server must not use; the message is a sentence for the operator. */
export class KeyRefusal extends Error {}

/** Purposes, each with its own derived key, so that none can replace another (security.md 16). */
export type KeyUse =
  | 'user-tokens'
  | 'admin-tokens'
  | 'pepper'
  | 'totp'
  | 'attempts'
  | 'exchange-keys'
  | 'copies'
  | 'audit-log'
  | 'bus'

/** A key that seals exchange keys or copies, derived anew for each use. */
export type SealingKey = { readonly id: string; readonly derive: () => Buffer }

/** A later key of the ring, under which new records are sealed from `addedAt` (epoch ms) on. */
type Successor = { readonly master: Buffer; readonly addedAt: number }

/**
 * The keys of the key file. All derived secrets follow from the first key; exchange keys, which can be sealed again,
 * are sealed under the newest.
 */
export class KeyRing {
  readonly #master: Buffer
  readonly #successors: readonly Successor[]
  /** Identifies the first key without revealing it; stored beside the data that was made with it. */
  readonly id: string

  constructor(master: Buffer, successors: readonly Successor[] = []) {
    this.#master = master
    this.#successors = successors
    this.id = idOf(master)
  }

  /** The derived key of a purpose, 32 bytes. */
  key(use: KeyUse): Buffer {
    return derived(this.#master, use)
  }

  /** The newest key, under which exchange keys are sealed. */
  get sealing(): SealingKey {
    return sealingKey(this.#successors.at(-1)?.master ?? this.#master)
  }

  /** The key under which copies of the database are sealed. */
  get copies(): SealingKey {
    return { id: this.id, derive: () => this.key('copies') }
  }

  /** The key of an id, under which a record was sealed; null where the ring does not have it. */
  sealingBy(id: string): SealingKey | null {
    const found = [this.#master, ...this.#successors.map(({ master }) => master)].find((one) => idOf(one) === id)
    return found === undefined ? null : sealingKey(found)
  }

  /** This ring with a new newest key. */
  succeeded(now: number): KeyRing {
    return new KeyRing(this.#master, [...this.#successors, { master: randomBytes(KEY_BYTES), addedAt: now }])
  }

  /** This ring without later keys that nothing needs and that were superseded before a given time; the first stays. */
  without(isNeeded: (id: string) => boolean, supersededBefore: number): KeyRing {
    const kept = this.#successors.filter(({ master }, place) => {
      const next = this.#successors[place + 1]
      return next === undefined || next.addedAt >= supersededBefore || isNeeded(idOf(master))
    })
    return new KeyRing(this.#master, kept)
  }

  /** The content of the key file. */
  get text(): string {
    const later = this.#successors.map(({ master, addedAt }) => `${master.toString('hex')} ${addedAt}\n`)
    return `${this.#master.toString('hex')}\n${later.join('')}`
  }
}

const KEY_BYTES = 32
const derived = (master: Buffer, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `makas/${label}/1`, KEY_BYTES))
const idOf = (master: Buffer): string => derived(master, 'key-id').subarray(0, 8).toString('hex')
const sealingKey = (master: Buffer): SealingKey => ({
  id: idOf(master),
  derive: () => derived(master, 'exchange-keys'),
})

/**
 * The key of an existing file; null where there is none.
 * @throws KeyRefusal where others can read it, or it is no key.
 */
export function readKeyRing(path: string): KeyRing | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if ((stat.mode & 0o077) !== 0) throw new KeyRefusal(`${path}: others can read the key file; chmod 600 it`)
  const [first = '', ...later] = readFileSync(path, 'latin1').trim().split('\n')
  if (!/^[\da-f]{64}$/.test(first)) throw new KeyRefusal(`${path}: holds no key: 64 hexadecimal digits are wanted`)
  const successors = later.map((line) => {
    const [, key, addedAt] = /^([\da-f]{64}) (\d{1,15})$/.exec(line) ?? []
    if (key === undefined) throw new KeyRefusal(`${path}: is damaged; restore it from a copy`)
    return { master: Buffer.from(key, 'hex'), addedAt: Number(addedAt) }
  })
  return new KeyRing(Buffer.from(first, 'hex'), successors)
}

/** The key of copies of an existing file. @throws KeyRefusal */
export function copyKeyIn(path: string): SealingKey {
  const ring = readKeyRing(path)
  if (ring === null) throw new KeyRefusal(`${path}: there is no key file to encrypt a copy with`)
  return ring.copies
}

/** The key of the audit log, read from the key file when it is first wanted. @throws KeyRefusal */
export function auditKeyIn(path: string): () => Buffer {
  let key: Buffer | undefined
  return () => {
    key ??= readKeyRing(path)?.key('audit-log')
    if (key === undefined) throw new KeyRefusal(`${path}: there is no key file, which links lines of the audit log`)
    return key
  }
}

/** The key of what processes tell each other, of an existing file. @throws KeyRefusal */
export function busKeyIn(path: string): Buffer {
  const ring = readKeyRing(path)
  if (ring === null) throw new KeyRefusal(`${path}: there is no key file, which the processes know each other by`)
  return ring.key('bus')
}

/** Makes a key file with a new key, synced before use, written atomically, never over an existing one. */
export function makeKeyRing(path: string): KeyRing {
  const ring = new KeyRing(randomBytes(KEY_BYTES))
  try {
    drafted(path, ring, (draft) => linkSync(draft, path))
    return ring
  } catch (error) {
    // Another process was quicker: its key is used.
    const theirs = error instanceof Error && 'code' in error && error.code === 'EEXIST' ? readKeyRing(path) : null
    if (theirs === null) throw error
    return theirs
  }
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
