import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_CHANGED } from '../adapters/storage/audit/audit-chain.ts'
import { addAuditLine, verifyAuditLog } from '../adapters/storage/audit/audit-log.ts'
import { agreeOnKey } from '../adapters/storage/copies/agree-on-key.ts'
import { writeBackup } from '../adapters/storage/copies/backup.ts'
import { refuseOthers } from '../adapters/storage/copies/restore.ts'
import { Database } from '../adapters/storage/database/database.ts'
import { keyStore } from '../adapters/storage/keys/key-store.ts'
import { rotateKeys } from '../adapters/storage/keys/rotate-keys.ts'
import { auditKeyIn, copyKeyIn, makeKeyRing, readKeyRing } from '../adapters/system/keys/key-file.ts'
import { KEY_USES, KeyRefusal, type KeyRing } from '../adapters/system/keys/key-ring.ts'
import { Argon2Hashing, LEAST_COST } from '../adapters/system/passwords/password-hashing.ts'
import { accessTokens } from '../adapters/system/secrets/access-tokens.ts'
import { authenticatorCodes } from '../adapters/system/secrets/authenticator-codes.ts'
import { unseal } from '../adapters/system/secrets/sealed.ts'
import { systemRandomness } from '../adapters/system/secrets/secret-texts.ts'
import { openKey, sealKey } from '../adapters/vault/inside/envelope.ts'
import { resealKey } from '../adapters/vault/inside/reseal.ts'
import type { KeyPlace } from '../app/ports/trading/key-vault.ts'
import type { AuditEntry } from '../app/ports/users/audit-log.ts'
import { knownDevice, rememberedDevice } from '../app/users/sessions/known-device.ts'
import { guessAt } from '../app/users/sessions/login.ts'
import { eventually } from '../http/testing/test-server.ts'
import {
  cookieOf,
  ELIF,
  type SignedIn,
  send,
  sendCookie,
  signUp,
  startUserServer,
  type UserServer,
} from '../http/testing/user-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-leak-'))
const keyFile = join(folder, 'master.key')
const former = join(folder, 'former.key')
const MATERIAL = { apiKey: 'key-of-elif', secret: 'secret-of-elif', passphrase: null }
const HERE = { key: '203.0.113.1', rank: 'stranger' } as const
const LINE: Omit<AuditEntry, 'time'> = {
  ...{ actor: { kind: 'system' }, action: 'key-added', subject: null, detail: {}, address: null, requestId: null },
}

/** Two processes of one installation. */
let servers: readonly [UserServer, UserServer]
const now = () => servers[0].clock.now()
const ringNow = (): KeyRing => {
  const ring = readKeyRing(keyFile)
  if (ring === null) throw new Error('the key file is gone')
  return ring
}

beforeAll(async () => {
  makeKeyRing(keyFile)
  const first = await startUserServer({ keyFile, rateLimitScale: 1e6 })
  servers = [first, await startUserServer({ keyFile, rateLimitScale: 1e6, beside: first })]
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** People who use both servers all the time. What fails is a line in `failed`. */
class Load {
  readonly failed: string[] = []
  /** Rounds that everybody has finished. */
  rounds = 0
  #isOver = false
  #all: Promise<unknown> = Promise.resolve()
  readonly places: KeyPlace[] = []

  readonly #mayRenew: boolean

  constructor(mayRenew: boolean) {
    this.#mayRenew = mayRenew
  }

  start(users: readonly SignedIn[]): void {
    const done = users.map(() => 0)
    this.#all = Promise.all(
      users.map(async (user, nth) => {
        for (let one = user; !this.#isOver; this.rounds = Math.min(...done)) {
          one = await this.#round(one, nth, done[nth] ?? 0)
          done[nth] = (done[nth] ?? 0) + 1
        }
      }),
    )
  }

  /** Ends after some more rounds. */
  async stop(after: number): Promise<void> {
    await this.more(after)
    this.#isOver = true
    await this.#all
  }

  /** Waits until everybody has finished some more rounds. */
  async more(rounds: number): Promise<void> {
    const wanted = this.rounds + rounds
    await eventually(() => this.rounds >= wanted)
  }

  async #round({ id, token, cookie }: SignedIn, nth: number, round: number): Promise<SignedIn> {
    const server = servers[round % 2 === 0 ? 0 : 1]
    const read = await send(server, '/api/auth/me', undefined, { token })
    if (!read.ok && !(this.#mayRenew && read.status === 401)) this.failed.push(`read: ${read.status}`)
    const renewed = await sendCookie(server, '/api/auth/refresh', cookie)
    if (!renewed.ok) this.failed.push(`renewal: ${renewed.status}`)
    const { access_token: fresh = token } = (await renewed.json()) as { access_token?: string }
    if (nth === 0) await this.#logIn(server)
    if (nth === 1) await this.#connect(id, round)
    return { id, token: fresh, cookie: cookieOf(renewed) ?? cookie }
  }

  /** The eleventh session of a person ends the first. */
  async #logIn(server: UserServer): Promise<void> {
    const { password } = ELIF
    const answer = await send(server, '/api/auth/login', { email: 'elif0@example.org', password })
    if (!answer.ok) this.failed.push(`login: ${answer.status}`)
  }

  /** Stores an exchange key as the vault's process does, which reads the key file each time. */
  async #connect(userId: string, round: number): Promise<void> {
    const exchange = (['binance', 'okx', 'bybit', 'kraken'] as const)[round % 4] ?? 'okx'
    const place = { exchange, isTestnet: round % 8 > 3, isDemo: false, userId, recordId: `${userId}-${round}` }
    if (round > 7) return
    const permissions = { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false }
    const findings = {
      status: 'connected',
      trouble: null,
      permissions,
      balance: null,
      fees: null,
      checkedAt: 1,
    } as const
    const sealed = sealKey(place, MATERIAL, ringNow().sealing(now()))
    await keyStore(() => servers[0].db.database).put(
      { key: { ...place, name: 'x', maskedKey: 'x', findings, difference: null }, sealed },
      { ...LINE, time: now() },
    )
    this.places.push(place)
  }
}

/** Time goes on for both servers while people go on using them. */
async function pass(load: Load, ms: number): Promise<void> {
  await load.more(2)
  for (const server of servers) server.clock.advance(ms)
  await load.more(2)
}

async function rotate(load: Load, to: string | null) {
  const database = new Database({
    ...{ connection: servers[0].db.owner, auditKey: auditKeyIn(keyFile), onLost: () => undefined },
    ...{ statementWithinMs: 300_000, connectWithinMs: 300_000 },
  })
  try {
    return await rotateKeys({
      ...{ database, path: keyFile, uses: KEY_USES, former: to, leadMs: 10_000, now, resealKey },
      pause: (ms) => pass(load, ms),
    })
  } finally {
    await database.end()
  }
}

/** A second factor that is in use, and its recovery codes; as an earlier version stored their hashes. */
async function factorOf({ id }: SignedIn) {
  const { codes, totp } = servers[0].parts
  const { sealed, secret } = codes.newSecret(id, 'elif')
  await totp.begin(id, sealed, now())
  const recovery = codes.newRecoveryCodes()
  await totp.confirm(id, sealed, 1, recovery, now(), { ...LINE, time: now() })
  await servers[0].db.query(`update recovery_codes set code_hash = split_part(code_hash, ':', 2)`)
  return { secret, recovery: recovery.map(({ code }) => code) }
}

const codeOf = (secret: string) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
    timestamp: now(),
  })

test('[SEC-89] every key is replaced under load and no request fails; after a leak the first key file opens nothing', {
  timeout: 3_600_000,
}, async () => {
  const { db } = servers[0]
  await signUp(servers[0], 'elif0@example.org')
  const users = [await signUp(servers[0], 'elif1@example.org'), await signUp(servers[0], 'elif2@example.org')]
  const third = await signUp(servers[0], 'elif3@example.org')
  const { secret, recovery } = await factorOf(third)
  const withCode = (totp: string | undefined) =>
    send(servers[1], '/api/auth/login', { email: 'elif3@example.org', password: ELIF.password, totp })
  const first = ringNow()

  // Replaced in the course of things.
  const calm = new Load(false)
  calm.start(users)
  await calm.more(3)
  const report = await rotate(calm, null).finally(() => calm.stop(3))
  expect(calm.failed).toEqual([])
  expect(report).toMatchObject({ unopened: 0, doubt: null, newest: KEY_USES.map((use) => ({ use, version: 2 })) })
  expect((await withCode(codeOf(secret))).status).toBe(200)
  expect((await withCode(recovery[0])).status).toBe(200)
  expect((await withCode(recovery[0])).status).not.toBe(200)

  // Replaced after a leak: what was signed with the former keys is renewed, and nobody is logged out.
  const before = join(folder, 'before')
  await writeBackup(db.owner, before, now(), copyKeyIn(keyFile, now()))
  const leaked = ringNow()
  const alarming = new Load(true)
  const again = [await signUp(servers[0], 'elif4@example.org'), await signUp(servers[1], 'elif5@example.org')]
  alarming.start(again)
  await alarming.more(3)
  await rotate(alarming, former)
    .then(() => pass(alarming, 2_000))
    .finally(() => alarming.stop(0))
  expect(alarming.failed).toEqual([])
  expect(readFileSync(former, 'utf8')).toBe(leaked.text)
  for (const server of servers) expect(server.alarms).toEqual([])
  expect((await withCode(recovery[1])).status).toBe(200)

  const ring = ringNow()
  for (const thief of [first, leaked]) {
    const stolen = KEY_USES.flatMap((use) => thief.of(use))
    const stored = await db.query('select id, password_hash, pepper_id, totp_secret, totp_key_id, email from users')
    const hashing = new Argon2Hashing({ keys: thief.at(now), cost: LEAST_COST })
    for (const { id, password_hash, pepper_id, totp_secret, email } of stored) {
      const password = { hash: String(password_hash), pepperId: String(pepper_id) }
      for (const pepperId of [password.pepperId, ...thief.of('pepper').map((one) => one.id)])
        expect(await hashing.verify(ELIF.password, { ...password, pepperId }, HERE)).toMatchObject({ isRight: false })
      const mine = new Argon2Hashing({ keys: ring.at(now), cost: LEAST_COST })
      expect(await mine.verify(ELIF.password, password, HERE), String(email)).toMatchObject({ isRight: true })
      const bound = `1|users|${String(id)}|totp_secret`
      if (totp_secret !== null)
        for (const { key } of stolen) expect(() => unseal(key, bound, totp_secret as Buffer)).toThrow()
    }
    const guessed = new Set(authenticatorCodes({ keys: thief.at(now), issuer: 'x' }).recoveryHashes(recovery[5] ?? ''))
    for (const { code_hash } of await db.query('select code_hash from recovery_codes'))
      for (const { key } of stolen) {
        const tag = createHmac('sha256', key).update(`recovery\0${(recovery[5] ?? '').replaceAll('-', '')}`)
        expect([String(code_hash).split(':').at(-1), guessed.has(String(code_hash))]).not.toContain(
          tag.digest('base64url'),
        )
        expect(guessed.has(String(code_hash))).toBe(false)
      }
    const places = [...calm.places, ...alarming.places]
    expect(places.length).toBeGreaterThan(8)
    for (const place of places) {
      const found = await keyStore(() => db.database).find(place.userId, place.recordId)
      if (found === null) throw new Error('a key is gone')
      expect(openKey(place, found.sealed, ring)).toEqual(MATERIAL)
      for (const { id } of thief.of('exchange-keys'))
        expect(() => openKey(place, { ...found.sealed, keyId: id }, thief)).toThrow('it was changed or cut off')
      expect(() => openKey(place, found.sealed, thief)).toThrow('its key-encryption key is gone')
    }
    // No session is made of a stored one, no device looks known.
    const [session] = await db.query('select id, user_id from sessions where ended_at is null limit 1')
    const subject = { userId: String(session?.user_id), sessionId: String(session?.id) }
    const forged = await accessTokens(thief.at(now)).sign('user', subject, now(), 600_000)
    const genuine = await accessTokens(ring.at(now)).sign('user', subject, now(), 600_000)
    const guess = guessAt('user', 'elif1@example.org')
    const device = rememberedDevice(systemRandomness(thief.at(now)), null, guess)
    for (const server of servers) {
      expect((await send(server, '/api/auth/me', undefined, { token: forged })).status).toBe(401)
      expect((await send(server, '/api/auth/me', undefined, { token: genuine })).status).toBe(200)
      expect(knownDevice(server.parts.randomness, device, guess)).toBeNull()
    }
    // A copy made since, also under the name of a key that the thief has.
    const since = join(folder, `since-${thief.id}`)
    await writeBackup(db.owner, since, now(), copyKeyIn(keyFile, now()))
    const renamed = thief.copies.map((key) => ({ ...key, id: ring.copyKey(now()).id }))
    for (const keys of [thief.copies, renamed])
      await expect(refuseOthers(since, { keys, takesPlain: false })).rejects.toThrow()
    await refuseOthers(since, { keys: ring.copies, takesPlain: false })
  }
  // The copy of before opens with the former file alone.
  await refuseOthers(before, { keys: leaked.copies, takesPlain: false })
  await expect(refuseOthers(before, { keys: ring.copies, takesPlain: false })).rejects.toThrow('another key file')

  await expect(agreeOnKey(db.database, former, folder)).rejects.toThrow(KeyRefusal)
  expect((await agreeOnKey(db.database, keyFile, folder)).id).toBe(ring.id)
  expect(await db.database.run(verifyAuditLog)).toMatchObject({ kind: 'intact' })
  const changes = await db.query('select detail from audit_log where action = $1', [KEY_CHANGED])
  const ids = ring.of('audit-log').map(({ id }) => id)
  expect(changes).toEqual([{ detail: { from: ids[0], to: ids[1] } }, { detail: { from: ids[1], to: ids[2] } }])
  // A line that is linked with a former key is found out.
  const forger = new Database({
    ...{ connection: db.owner, auditKey: () => leaked.of('audit-log'), onLost: () => undefined },
  })
  await db.query(`delete from settings where name = 'audit-key'`)
  await forger.transact((statements) => addAuditLine(statements, { ...LINE, time: now() }))
  await forger.end()
  expect(await db.database.run(verifyAuditLog)).toMatchObject({ kind: 'broken', why: 'changed' })
})
