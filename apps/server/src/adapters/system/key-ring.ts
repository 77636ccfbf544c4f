import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A key file with which the server must not go on; the sentence is for whoever started it. */
export class KeyRefusal extends Error {}

/** One key for one purpose each, so that none can stand in for another (security.md 16). */
export type KeyUse = 'user-tokens' | 'admin-tokens' | 'pepper' | 'totp' | 'attempts' | 'exchange-keys'

/** Everything secret that is not in the database follows from this one key. */
export class KeyRing {
  readonly #master: Buffer
  /** Says which key it is without telling it; stored beside what was made with it. */
  readonly id: string

  constructor(master: Buffer) {
    this.#master = master
    this.id = this.#derive('key-id').subarray(0, 8).toString('hex')
  }

  /** 32 bytes. */
  key(use: KeyUse): Buffer {
    return this.#derive(use)
  }

  #derive(label: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, '', `makas/${label}/1`, 32))
  }
}

/**
 * The key of an existing file; null where there is none.
 * @throws KeyRefusal where others can read it, or it is no key.
 */
export function readKeyRing(path: string): KeyRing | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if ((stat.mode & 0o077) !== 0) throw new KeyRefusal(`${path}: others can read the key file; chmod 600 it`)
  const text = readFileSync(path, 'latin1').trim()
  if (!/^[\da-f]{64}$/.test(text)) throw new KeyRefusal(`${path}: holds no key: 64 hexadecimal digits are wanted`)
  return new KeyRing(Buffer.from(text, 'hex'))
}

/** A new key, on disk before it is used. It is there whole or not at all, and never in place of another. */
export function makeKeyRing(path: string): KeyRing {
  const master = randomBytes(32)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    sync(draft, 'wx', (file) => writeSync(file, `${master.toString('hex')}\n`))
    linkSync(draft, path)
    sync(dirname(path), 'r', () => undefined)
    return new KeyRing(master)
  } catch (error) {
    // Another process was quicker: its key is the one.
    const theirs = error instanceof Error && 'code' in error && error.code === 'EEXIST' ? readKeyRing(path) : null
    if (theirs === null) throw error
    return theirs
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
