import { sql } from 'drizzle-orm'
import type { KeyPlace, SealedKey } from '../../../app/ports/trading/key-vault.ts'
import { keepKeyRing, readKeyRing, replaceKeyRing } from '../../system/keys/key-file.ts'
import {
  KEY_USES,
  KeyRefusal,
  type KeyRing,
  type KeyUse,
  type KeyVersion,
  type SealingKey,
} from '../../system/keys/key-ring.ts'
import { KEY_CHANGED } from '../audit/audit-chain.ts'
import { changeAuditKey } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { clockDoubt } from '../upkeep/retention-guard.ts'
import {
  hasUnnamedCodes,
  type Moved,
  noteRotation,
  resealFactors,
  resealKeys,
  rewrapCodes,
  rewrapPasswords,
} from './key-rotation.ts'
import { keysInUse } from './keys-in-use.ts'

/** Time for a request that began under the former key to end, ms: the server ends each within 30 s. */
const SETTLE_MS = 35_000

type ResealKey = (
  place: KeyPlace,
  sealed: SealedKey,
  ring: KeyRing,
  sealing: SealingKey,
) => Pick<SealedKey, 'sealedDataKey' | 'keyId'> | null

export type RotationOptions = {
  readonly database: Database
  readonly path: string
  readonly uses: readonly KeyUse[]
  /** After a leak: path of the former key file, for the operator to take off the machine. Else null. */
  readonly former: string | null
  /** How long new keys are announced before they are used, so that all processes know them by then, ms. */
  readonly leadMs: number
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
  readonly resealKey: ResealKey
}

export type RotationReport = {
  readonly moved: Readonly<Record<'exchangeKeys' | 'passwords' | 'factors' | 'codes', number>>
  readonly unopened: number
  /** The newest key of each purpose that was changed. */
  readonly newest: readonly KeyVersion[]
  /** No key is new: an interrupted change was finished. */
  readonly isResumed: boolean
  /** Former keys that are still in the file. */
  readonly kept: readonly KeyVersion[]
  /** Why no former key was taken out of the file; null where nothing spoke against it. */
  readonly doubt: string | null
}

/**
 * Replaces the keys of some purposes while the product serves (security.md 41, 89): announces new keys in the key file,
 * puts everything that is stored under them in pieces, and takes the keys out of the file that nothing needs.
 * Interrupted at any point, everything opens. The next run goes on without a further key. The caller holds the lock of
 * the file. After a leak it waits until no request runs that began before, so that nothing of the file in `former` is
 * left.
 * @throws KeyRefusal
 */
export async function rotateKeys(options: RotationOptions): Promise<RotationReport> {
  const { database, path, uses, former, leadMs, now, pause } = options
  const before = ringOf(path)
  const formerRing = former === null ? null : formerOf(former, before)
  const totals = new Totals()
  const isResumed = await isBegun(options, before, formerRing, totals)
  if (!isResumed) replaceKeyRing(path, before.succeeded(now() + leadMs, uses))
  const announced = newestOf(ringOf(path), uses)
  const latest = Math.max(...announced.map(({ from }) => (from === Infinity ? 0 : from)))
  if (latest > now()) await pause(latest - now())
  await linkUnder(options)
  totals.add(await moveAll(options, now()))
  if (formerRing !== null) {
    await pause(SETTLE_MS)
    totals.add(await moveAll(options, now()))
  }
  const time = now()
  const ring = ringOf(path)
  const needed = await needs(database, ring)
  const spent = ring.spent(time, formerRing !== null, needed)
  const copies = spent.filter(({ use }) => use === 'copies')
  if (formerRing !== null && !formerRing.hasAll(copies))
    throw new KeyRefusal(`${former} lacks a key for copies that goes now: name another file, which is made`)
  // A clock that is ahead would take away keys that older copies need. After a leak keys go whatever the clock says.
  const doubt = formerRing === null ? await clockDoubt(database, time, { exchangeOffsets: () => [] }) : null
  const kept = doubt === null ? ring.without(spent) : ring
  if (kept !== ring) replaceKeyRing(path, kept)
  const newest = newestOf(kept, uses)
  const { moved, unopened } = totals
  await noteRotation(database, {
    time,
    actor: { kind: 'system' },
    action: 'keys-rotated',
    subject: null,
    detail: {
      keys: Object.fromEntries(newest.map(({ use, id }) => [use, id])),
      moved,
      unopened,
      leak: former !== null,
    },
    address: null,
    requestId: null,
  })
  const old = KEY_USES.flatMap((use) => kept.of(use).slice(0, -1))
  return { moved, unopened, newest, isResumed, kept: old, doubt }
}

/** The key file, read anew each time: an older reading would lose a key that was added since. */
function ringOf(path: string): KeyRing {
  const ring = readKeyRing(path)
  if (ring === null) throw new KeyRefusal(`${path}: the key file is gone`)
  return ring
}

const newestOf = (ring: KeyRing, uses: readonly KeyUse[]): readonly KeyVersion[] =>
  uses.flatMap((use) => ring.of(use).slice(-1))

/**
 * Reads the former key file where the operator wants it; writes it if it is missing. An existing file belongs to this
 * change as long as its newest key of copies is in the key file: that key goes when the change ends.
 */
function formerOf(file: string, ring: KeyRing): KeyRing {
  const there = readKeyRing(file)
  if (there === null) keepKeyRing(file, ring)
  if (there !== null && !ring.hasAll(newestOf(there, ['copies'])))
    throw new KeyRefusal(`${file} is not of this key file, or of a change that has ended: name a new file`)
  return there ?? ring
}

/** Whether an interrupted change goes on. Puts what that change left under the newest keys, as they are in use. */
async function isBegun(
  options: RotationOptions,
  ring: KeyRing,
  former: KeyRing | null,
  totals: Totals,
): Promise<boolean> {
  const { uses, now } = options
  const newest = newestOf(ring, uses)
  if (newest.length < uses.length) return false
  if (former !== null) return newest.every(({ use, id }) => former.by(use, id) === null)
  if (newest.some(({ from }) => from > now())) return true
  const left = await moveAll(options, now())
  totals.add(left)
  return left.some(({ moved }) => moved > 0)
}

/** Names the announced key in the audit log, and says in the file that it is in use. */
async function linkUnder({ database, path, uses, now }: RotationOptions): Promise<void> {
  const ring = ringOf(path)
  const newest = ring.of('audit-log').at(-1)
  if (!uses.includes('audit-log') || newest === undefined || newest.from !== Infinity) return
  const at = now()
  await database.transact((statements) => changeAuditKey(statements, newest.id, at))
  replaceKeyRing(path, ring.usedFrom(newest.id, at))
}

type All = readonly [Moved, Moved, Moved, Moved]
const NOTHING: Moved = { moved: 0, unopened: 0 }

/** Puts what is stored under the newest keys that are in use: exchange keys, passwords, second factors, codes. */
async function moveAll({ database, path, uses, resealKey }: RotationOptions, at: number): Promise<All> {
  const ring = ringOf(path)
  const of = async (use: KeyUse, move: (newest: KeyVersion) => Promise<Moved>) => {
    const newest = ring.of(use).at(-1)
    return uses.includes(use) && newest !== undefined && newest.from <= at ? move(newest) : NOTHING
  }
  const sealing = ring.sealing(at)
  const [first] = ring.of('totp')
  return [
    await of('exchange-keys', () =>
      resealKeys(database, sealing.id, (place, sealed) => resealKey(place, sealed, ring, sealing)),
    ),
    await of('pepper', (newest) => rewrapPasswords(database, newest)),
    await of('totp', (newest) => resealFactors(database, ring, newest)),
    await of('totp', async (newest) => (first === undefined ? NOTHING : rewrapCodes(database, first, newest))),
  ]
}

class Totals {
  readonly #moved = [0, 0, 0, 0]
  unopened = 0

  add(all: All): void {
    for (const [place, { moved }] of all.entries()) this.#moved[place] = (this.#moved[place] ?? 0) + moved
    // Each pass finds the records that do not open again.
    this.unopened = all.reduce((sum, one) => sum + one.unopened, 0)
  }

  get moved(): RotationReport['moved'] {
    const [exchangeKeys = 0, passwords = 0, factors = 0, codes = 0] = this.#moved
    return { exchangeKeys, passwords, factors, codes }
  }
}

/** Whether stored data names a key, or lines of the audit log are linked with it. */
async function needs(database: Database, ring: KeyRing): Promise<(version: KeyVersion) => boolean> {
  const inUse = await database.run(keysInUse)
  const isUnnamed = await hasUnnamedCodes(database)
  const { rows: changes } = await database.run((statements) =>
    statements.execute<{ to: string }>(sql`
      select detail ->> 'to' as to from audit_log as changed where action = ${KEY_CHANGED}
        and exists (select from audit_log where seq < changed.seq)`),
  )
  const isLinked = new Set(changes.map(({ to }) => to))
  return (version) => {
    const { use, id } = version
    if (inUse.some((one) => one.use === use && one.id === id)) return true
    if (use === 'totp') return isUnnamed && version === ring.of('totp')[0]
    // Lines under a key come before the line that names the next one.
    const next = ring.of(use).find((one) => one.version > version.version)
    return use === 'audit-log' && next !== undefined && isLinked.has(next.id)
  }
}
