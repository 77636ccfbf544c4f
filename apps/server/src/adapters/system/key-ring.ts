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

/** A key file with which the server must not go on; the sentence is for whoever started it. */
export class KeyRefusal extends Error {}

/** One key for one purpose each, so that none can stand in for another (security.md 16). */
export type KeyUse = 'user-tokens' | 'admin-tokens' | 'pepper' | 'totp' | 'attempts' | 'exchange-keys'

/** One that seals exchange keys. It is derived anew for each use and lives no longer. */
export type SealingKey = { readonly id: string; readonly derive: () => Buffer }

/** A key that took over from the ones before it, for what is sealed from then on. */
type Successor = { readonly master: Buffer; readonly addedAt: number }

/**
 * Everything secret that is not in the database follows from the first key. What can be sealed again, which is exchange
 * keys, is sealed under the newest.
 */
export class KeyRing {
  readonly #master: Buffer
  readonly #successors: readonly Successor[]
  /** Says which key it is without telling it; stored beside what was made with it. */
  readonly id: string

  constructor(master: Buffer, successors: readonly Successor[] = []) {
    this.#master = master
    this.#successors = successors
    this.id = idOf(master)
  }

  /** 32 bytes. */
  key(use: KeyUse): Buffer {
    return derived(this.#master, use)
  }

  /** What exchange keys are sealed under from now on. */
  get sealing(): SealingKey {
    return sealingKey(this.#successors.at(-1)?.master ?? this.#master)
  }

  /** What an exchange key was sealed under; null where that key is gone. */
  sealingBy(id: string): SealingKey | null {
    const found = [this.#master, ...this.#successors.map(({ master }) => master)].find((one) => idOf(one) === id)
    return found === undefined ? null : sealingKey(found)
  }

  /** The same ring with a new newest key. */
  succeeded(now: number): KeyRing {
    return new KeyRing(this.#master, [...this.#successors, { master: randomBytes(KEY_BYTES), addedAt: now }])
  }

  /** The same ring without the keys that the newest took over from before then and that nothing needs; never the first. */
  without(isNeeded: (id: string) => boolean, supersededBefore: number): KeyRing {
    const kept = this.#successors.filter(({ master }, place) => {
      const next = this.#successors[place + 1]
      return next === undefined || next.addedAt >= supersededBefore || isNeeded(idOf(master))
    })
    return new KeyRing(this.#master, kept)
  }

  /** As it stands in the key file. */
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

/** A new key, on disk before it is used. It is there whole or not at all, and never in place of another. */
export function makeKeyRing(path: string): KeyRing {
  const ring = new KeyRing(randomBytes(KEY_BYTES))
  try {
    drafted(path, ring, (draft) => linkSync(draft, path))
    return ring
  } catch (error) {
    // Another process was quicker: its key is the one.
    const theirs = error instanceof Error && 'code' in error && error.code === 'EEXIST' ? readKeyRing(path) : null
    if (theirs === null) throw error
    return theirs
  }
}

/** The same file with other keys: after a power cut it is the old one or the new one. */
export function replaceKeyRing(path: string, ring: KeyRing): void {
  drafted(path, ring, (draft) => renameSync(draft, path))
}

function drafted(path: string, ring: KeyRing, settle: (draft: string) => void): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    sync(draft, 'wx', (file) => writeSync(file, ring.text))
    settle(draft)
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
