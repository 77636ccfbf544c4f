import { hkdfSync, randomBytes } from 'node:crypto'

/** A key file that the server must not use. The message is a sentence for the operator. */
export class KeyRefusal extends Error {}

/** Purposes, each with keys of its own, so that none can replace another (security.md 16). */
export const KEY_USES = [
  'user-tokens',
  'admin-tokens',
  'pepper',
  'totp',
  'attempts',
  'devices',
  'exchange-keys',
  'copies',
  'audit-log',
  'bus',
] as const
export type KeyUse = (typeof KEY_USES)[number]

/** A key of one purpose, 32 bytes. The id stands beside the data that the key made, and reveals nothing of the key. */
export type KeyVersion = {
  readonly use: KeyUse
  /** Grows by one with each key of the purpose. */
  readonly version: number
  readonly id: string
  readonly key: Buffer
  /** When processes begin to make data with the key, epoch ms; `Infinity`: it is announced only. */
  readonly from: number
}

export type AcceptedKeys = readonly [KeyVersion, ...KeyVersion[]]

/** A key that seals exchange keys or copies, copied for each use. */
export type SealingKey = { readonly id: string; readonly derive: () => Buffer }

/** The keys of one moment, as the parts of the server ask for them. */
export interface Keys {
  /** The key with which data is made now. */
  current(use: KeyUse): KeyVersion
  /** The keys whose data is taken now: the current one, then the others, newest first. */
  accepted(use: KeyUse): AcceptedKeys
  /** The key of an id; null where the key file does not have it. */
  by(use: KeyUse, id: string): KeyVersion | null
  /** Names the key file: the id of its newest key for copies. */
  readonly id: string
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/**
 * How long data of a key is taken after the next key came into use, ms: as long as the data lives. Keys of other
 * purposes are taken as long as they are in the file: as long as stored data names them.
 */
const TAKEN_FOR_MS: Partial<Record<KeyUse, number>> = {
  'user-tokens': 20 * MINUTE_MS,
  'admin-tokens': 20 * MINUTE_MS,
  attempts: 8 * DAY_MS,
  devices: 180 * DAY_MS,
  bus: MINUTE_MS,
}
/** How long keys stay for the restoring of older copies; nightly copies are kept for 7 days. */
const KEPT_MS = 14 * DAY_MS
/**
 * Purposes whose former keys an attacker could use on the running product: after a leak none of their data is taken.
 */
const FORGEABLE: ReadonlySet<KeyUse> = new Set(['user-tokens', 'admin-tokens', 'devices', 'bus'])

const KEY_BYTES = 32
/** Devices were marked with the key of attempts before they had keys of their own. */
const LABELS: Partial<Record<KeyUse, string>> = { devices: 'attempts' }
const LINE = /^([a-z-]{1,20}) (\d{1,6}) ([\da-f]{16}) ([\da-f]{64}) (\d{1,15}|later)$/

/**
 * The keys of the key file. A file that was never changed has one line, from which the first key of each purpose is
 * derived; a changed one has a line for each key, and no line from which another key follows.
 */
export class KeyRing {
  readonly #versions: readonly KeyVersion[]
  /** The keys of each purpose, oldest first. */
  readonly #ofUse: ReadonlyMap<KeyUse, readonly KeyVersion[]>
  /** The content of the key file. */
  readonly text: string

  constructor(keys: Buffer | readonly KeyVersion[]) {
    this.#versions = Buffer.isBuffer(keys) ? firstVersions(keys) : keys
    const inOrder = this.#versions.toSorted((one, other) => one.version - other.version)
    this.#ofUse = new Map(KEY_USES.map((use) => [use, inOrder.filter((one) => one.use === use)]))
    this.text = Buffer.isBuffer(keys) ? `${keys.toString('hex')}\n` : this.#versions.map(lineOf).join('')
  }

  /** Reads the text of a key file; null where it is damaged. */
  static of(text: string): KeyRing | null {
    const lines = text.trim().split('\n')
    const [first = '', ...later] = lines
    if (/^[\da-f]{64}$/.test(first)) {
      const master = Buffer.from(first, 'hex')
      if (later.length === 0) return new KeyRing(master)
      const successors = later.map(successorIn)
      return isWhole(successors) ? new KeyRing([...firstVersions(master), ...successors]) : null
    }
    const versions: readonly (KeyVersion | null)[] = lines.map(versionIn)
    if (!isWhole(versions)) return null
    const names = versions.map(({ use, version }) => `${use} ${version}`)
    return new Set(names).size === names.length ? new KeyRing(versions) : null
  }

  get id(): string {
    return this.of('copies').at(-1)?.id ?? ''
  }

  /** The keys of a purpose, oldest first. */
  of(use: KeyUse): readonly KeyVersion[] {
    return this.#ofUse.get(use) ?? []
  }

  /** The key with which data is made at `now`. @throws KeyRefusal where the file has no key for it */
  current(use: KeyUse, now: number): KeyVersion {
    const all = this.of(use)
    const found = all.findLast(({ from }) => from <= now) ?? all[0]
    if (found === undefined) throw new KeyRefusal(`the key file has no key for ${use}: run npm run keys:rotate`)
    return found
  }

  /** The keys whose data is taken at `now`: the current one, then the others, newest first, with announced keys. */
  accepted(use: KeyUse, now: number): AcceptedKeys {
    const current = this.current(use, now)
    const takenFor = TAKEN_FOR_MS[use] ?? Infinity
    const all = this.of(use)
    const others = all.filter((one, place) => one !== current && (all[place + 1]?.from ?? Infinity) + takenFor > now)
    return [current, ...others.reverse()]
  }

  by(use: KeyUse, id: string): KeyVersion | null {
    return this.of(use).find((one) => one.id === id) ?? null
  }

  has(id: string): boolean {
    return this.#versions.some((one) => one.id === id)
  }

  /** Whether all keys of another ring are in this one too. */
  hasAll(others: readonly KeyVersion[]): boolean {
    return others.every(({ use, id }) => this.by(use, id) !== null)
  }

  /** The key under which exchange keys are sealed at `now`. */
  sealing(now: number): SealingKey {
    return sealingKey(this.current('exchange-keys', now))
  }

  sealingBy(id: string): SealingKey | null {
    const found = this.by('exchange-keys', id)
    return found === null ? null : sealingKey(found)
  }

  /** The keys that open copies, oldest first. */
  get copies(): readonly SealingKey[] {
    return this.of('copies').map(sealingKey)
  }

  /** The key under which a copy is sealed at `now`. */
  copyKey(now: number): SealingKey {
    return sealingKey(this.current('copies', now))
  }

  /** The keys by the clock `now`. */
  at(now: () => number): Keys {
    const { id } = this
    return {
      id,
      current: (use) => this.current(use, now()),
      accepted: (use) => this.accepted(use, now()),
      by: (use, wanted) => this.by(use, wanted),
    }
  }

  /**
   * This ring with a new key for each of some purposes, in use from `from` on (epoch ms). The audit log's new key is
   * only announced: it is in use once a line of the log names it.
   */
  succeeded(from: number, uses: readonly KeyUse[] = KEY_USES): KeyRing {
    const fresh = uses.map((use) => newVersion(use, (this.of(use).at(-1)?.version ?? 0) + 1, from))
    return new KeyRing([...this.#versions, ...fresh])
  }

  /** This ring with the key of an id in use from `from` on. */
  usedFrom(id: string, from: number): KeyRing {
    return new KeyRing(this.#versions.map((one) => (one.id === id ? { ...one, from } : one)))
  }

  /**
   * The keys that can go: a newer key is in use, no stored data needs them (`isNeeded`), their data is taken no longer,
   * and they were kept for older copies. A leak skips the last two conditions for keys with which an attacker could do
   * something.
   */
  spent(now: number, isLeak: boolean, isNeeded: (version: KeyVersion) => boolean): readonly KeyVersion[] {
    return this.#versions.filter((one) => {
      const next = this.of(one.use).find(({ version }) => version > one.version)
      if (next === undefined || next.from > now || isNeeded(one)) return false
      const takenFor = isLeak && FORGEABLE.has(one.use) ? 0 : (TAKEN_FOR_MS[one.use] ?? 0)
      return next.from + Math.max(takenFor, isLeak ? 0 : KEPT_MS) <= now
    })
  }

  without(versions: readonly KeyVersion[]): KeyRing {
    const gone = new Set(versions)
    return gone.size === 0 ? this : new KeyRing(this.#versions.filter((one) => !gone.has(one)))
  }
}

const derived = (master: Buffer, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `makas/${label}/1`, KEY_BYTES))
const idOf = (key: Buffer): string => derived(key, 'key-id').subarray(0, 8).toString('hex')
const sealingKey = ({ id, key }: KeyVersion): SealingKey => ({ id, derive: () => Buffer.from(key) })

const firstVersions = (master: Buffer): readonly KeyVersion[] =>
  KEY_USES.map((use) => ({
    ...{ use, version: 1, id: idOf(master), from: 0 },
    key: derived(master, LABELS[use] ?? use),
  }))

function newVersion(use: KeyUse, version: number, from: number): KeyVersion {
  const key = randomBytes(KEY_BYTES)
  return { use, version, key, id: idOf(key), from: use === 'audit-log' ? Infinity : from }
}

const lineOf = ({ use, version, id, key, from }: KeyVersion): string =>
  `${use} ${version} ${id} ${key.toString('hex')} ${from === Infinity ? 'later' : from}\n`

function versionIn(line: string): KeyVersion | null {
  const [, name, version, id = '', key = '', from] = LINE.exec(line) ?? []
  const use = KEY_USES.find((one) => one === name)
  if (use === undefined) return null
  return {
    ...{ use, id, version: Number(version) },
    key: Buffer.from(key, 'hex'),
    from: from === 'later' ? Infinity : Number(from),
  }
}

/** A later key in a file from before keys had purposes of their own: it seals exchange keys. */
function successorIn(line: string, place: number): KeyVersion | null {
  const [, key, from] = /^([\da-f]{64}) (\d{1,15})$/.exec(line) ?? []
  if (key === undefined) return null
  const master = Buffer.from(key, 'hex')
  return {
    ...{ use: 'exchange-keys', version: place + 2, id: idOf(master), from: Number(from) },
    key: derived(master, 'exchange-keys'),
  }
}

const isWhole = (versions: readonly (KeyVersion | null)[]): versions is readonly KeyVersion[] =>
  !versions.includes(null)
