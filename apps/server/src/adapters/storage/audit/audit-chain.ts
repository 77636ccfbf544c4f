import { createHash, createHmac } from 'node:crypto'
import type { AuditVerdict } from '../../../app/ports/users/audit-log.ts'
import type { KeyVersion } from '../../system/keys/key-ring.ts'

/** A line of the audit log as stored, without its hashes. `time` is epoch ms, `detail` the stored text. */
export type AuditLine = {
  readonly seq: number
  readonly time: number
  readonly actorKind: string
  readonly actorId: string | null
  readonly action: string
  readonly subjectKind: string | null
  readonly subjectId: string | null
  readonly detail: string
  readonly address: string | null
  readonly requestId: string | null
}

/** A line with its links: its hash covers the line and the previous line's hash. */
export type LinkedLine = AuditLine & { readonly previousHash: Buffer; readonly hash: Buffer }

/** A line by its number and its hash, in hexadecimal digits. */
export type Head = { readonly seq: number; readonly hash: string }

/** Parses a stored head, `seq:hash`; null for any other value. */
export function headOf(noted: unknown): Head | null {
  const [, seq, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(String(noted)) ?? []
  return seq === undefined || hash === undefined ? null : { seq: Number(seq), hash }
}

/** The previous hash of the first line. */
export const NO_HASH: Buffer = Buffer.alloc(32)

/** Action of the line with which a plain chain, of a version without a key, goes on as a keyed chain. */
export const KEYED = 'audit-chain-keyed'

/** Action of the first line under a further key; its detail names the key, and its hash covers all lines before. */
export const KEY_CHANGED = 'audit-key-changed'

/** How long lines may be linked with a former key after the next key came into use, since clocks differ, ms. */
const LATE_MS = 86_400_000

/**
 * The hash of a line under the key of the audit log. Without a key: as earlier versions made it. Each field has its
 * place in the text, so that different lines have different texts.
 */
export function hashOf(line: AuditLine, previousHash: Buffer, key: Buffer | null): Buffer {
  const { seq, time, actorKind, actorId, action, subjectKind, subjectId, detail, address, requestId } = line
  const fields = [seq, time, actorKind, actorId, action, subjectKind, subjectId, detail, address, requestId]
  const hash = key === null ? createHash('sha256') : createHmac('sha256', key)
  return hash.update(previousHash).update(JSON.stringify(fields)).digest()
}

/**
 * Verifies lines in their order, beginning after line `seq`, whose hash is `hash`. Under keys all lines must be keyed;
 * plain lines count only where a `KEYED` line follows on them. Without keys all lines must be plain. Each further key
 * begins with a `KEY_CHANGED` line; no key comes again, and no key is used long after the next key came into use. So
 * the holder of a former key alone can neither write lines of today nor change the lines before the change.
 */
export class ChainCheck {
  #seq: number
  #hash: Buffer
  #lines = 0
  #broken: AuditVerdict | null = null
  readonly #known: Head | null
  readonly #keys: readonly KeyVersion[]
  /** The place among the keys of the last line's key; -1 before the first. */
  #time = -1
  readonly #isPlain: boolean
  /** Number of the first line, where it is plain and no keyed line came yet. */
  #plainFrom: number | null = null

  /** `known` was the last line at the previous check: it must still be there. `keys`: oldest first. */
  constructor(seq: number, hash: Buffer, known: Head | null, keys: readonly KeyVersion[] | null) {
    this.#seq = seq
    this.#hash = hash
    this.#known = known
    this.#keys = keys ?? []
    this.#isPlain = keys === null
  }

  next(line: LinkedLine): void {
    if (this.#broken !== null) return
    const why = this.#wrong(line)
    if (why !== null) this.#broken = { kind: 'broken', seq: this.#seq + 1, why }
    this.#seq = line.seq
    this.#hash = line.hash
    this.#lines++
  }

  get verdict(): AuditVerdict {
    if (this.#broken !== null) return this.#broken
    if (this.#plainFrom !== null) return { kind: 'broken', seq: this.#plainFrom, why: 'changed' }
    if (this.#known !== null && this.#seq < this.#known.seq)
      return { kind: 'broken', seq: this.#seq + 1, why: 'missing' }
    return { kind: 'intact', lines: this.#lines, head: `${this.#seq}:${this.#hash.toString('hex')}` }
  }

  #wrong(line: LinkedLine) {
    if (line.seq !== this.#seq + 1) return 'missing'
    if (!line.previousHash.equals(this.#hash)) return 'unlinked'
    if (!this.#isLinked(line)) return 'changed'
    return line.seq === this.#known?.seq && line.hash.toString('hex') !== this.#known.hash ? 'changed' : null
  }

  #isLinked(line: LinkedLine): boolean {
    const place = this.#keys.findIndex(
      (key, nth) => this.#mayBeUnder(nth, line) && line.hash.equals(hashOf(line, line.previousHash, key.key)),
    )
    if (place >= 0) {
      if (this.#plainFrom !== null && line.action !== KEYED) return false
      this.#plainFrom = null
      this.#time = place
      return this.#keys.slice(place + 1).every(({ from }) => line.time < from + LATE_MS)
    }
    if (!line.hash.equals(hashOf(line, line.previousHash, null))) return false
    if (this.#isPlain) return true
    if (this.#lines > 0 && this.#plainFrom === null) return false
    this.#plainFrom ??= line.seq
    return true
  }

  #mayBeUnder(nth: number, { action }: LinkedLine): boolean {
    return nth === this.#time || this.#time < 0 || (nth > this.#time && action === KEY_CHANGED)
  }
}
