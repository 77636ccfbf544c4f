import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { auditKeyIn, LiveKeys, makeKeyRing, readKeyRing, replaceKeyRing } from '../../system/keys/key-file.ts'
import { KEY_USES, type KeyRing } from '../../system/keys/key-ring.ts'
import { Argon2Hashing, LEAST_COST } from '../../system/passwords/password-hashing.ts'
import { seededRandom } from '../../system/randomness.ts'
import { authenticatorCodes } from '../../system/secrets/authenticator-codes.ts'
import { addAuditLine, verifyAuditLog } from '../audit/audit-log.ts'
import { agreeOnKey } from '../copies/agree-on-key.ts'
import { writeBackup } from '../copies/backup.ts'
import { restoreBackup } from '../copies/restore.ts'
import { Database } from '../database/database.ts'
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { addUser } from '../testing/users.ts'
import { rotateKeys } from './rotate-keys.ts'

/** More than two pieces. */
const USERS = 210
const PASSWORD = 'mavi-kedi-2026'
const HERE = { key: '203.0.113.1', rank: 'stranger' } as const
const NOW = 1_800_000_000_000
const LINE: AuditEntry = {
  ...{
    time: NOW,
    actor: { kind: 'system' },
    action: 'key-added',
    subject: null,
    detail: {},
    address: null,
    requestId: null,
  },
}

const folder = mkdtempSync(join(tmpdir(), 'makas-change-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `${++files}.key`)

const ringIn = (path: string): KeyRing => {
  const ring = readKeyRing(path)
  if (ring === null) throw new Error('the key file is gone')
  return ring
}

/** People with a password, a second factor and a recovery code each, made with a new key file. */
async function installation() {
  const path = newFile()
  const first = makeKeyRing(path)
  const db = await makeTestDatabase(auditKeyIn(path))
  const keys = first.at(() => NOW)
  const stored = await new Argon2Hashing({ keys, cost: LEAST_COST }).hash(PASSWORD, HERE)
  const codes = authenticatorCodes({ keys, issuer: 'Makas', wall: () => NOW })
  const [recovery] = codes.newRecoveryCodes()
  const ids: string[] = []
  for (let n = 0; n < USERS; n++) {
    const id = await addUser(db)
    const { sealed } = codes.newSecret(id, 'elif')
    await db.query(
      'update users set password_hash = $2, pepper_id = $3, totp_secret = $4, totp_key_id = $5 where id = $1',
      [id, stored.hash, stored.pepperId, Buffer.from(sealed.bytes), sealed.keyId],
    )
    await db.query('insert into recovery_codes values ($1, $1, $2)', [id, recovery?.hash])
    ids.push(id)
  }
  return { path, first, db, ids, code: recovery?.code ?? '' }
}

async function rotate(db: TestDatabase, path: string, former: string | null = null, leadMs = 0) {
  const database = new Database({
    ...{ connection: db.owner, auditKey: auditKeyIn(path), onLost: () => undefined },
    ...{ statementWithinMs: 300_000, connectWithinMs: 300_000 },
  })
  let now = NOW
  const pause = async (ms: number) => {
    now += ms
  }
  const none = () => null
  try {
    return await rotateKeys({
      ...{ database, path, former, leadMs, pause, uses: KEY_USES, now: () => now, resealKey: none },
    })
  } finally {
    await database.end()
  }
}

/** Fails the statement that changes the row after so many others. */
async function failAfter(db: TestDatabase, table: string, rows: number): Promise<void> {
  await db.query(`create sequence if not exists changed; select setval('changed', 1)`)
  await db.query(`create or replace function struck() returns trigger language plpgsql as $$ begin
    if nextval('changed') > ${rows} then raise exception 'struck'; end if; return new; end $$`)
  for (const one of ['users', 'recovery_codes']) await db.query(`drop trigger if exists struck on ${one}`)
  if (rows < Infinity)
    await db.query(`create trigger struck before update on ${table} for each row execute function struck()`)
}

test('[SEC-89] a change that is interrupted anywhere leaves everybody in, and goes on without a further key', {
  timeout: 600_000,
}, async () => {
  const { path, db, ids, code } = await installation()
  const random = seededRandom(89)
  /** Checks a password, a second factor and a recovery code under each state that there is. */
  const everythingOpens = async () => {
    const keys = ringIn(path).at(() => NOW)
    const rows = await db.query('select distinct on (pepper_id) password_hash, pepper_id from users')
    const hashing = new Argon2Hashing({ keys, cost: LEAST_COST })
    for (const { password_hash, pepper_id } of rows) {
      const stored = { hash: String(password_hash), pepperId: String(pepper_id) }
      expect(await hashing.verify(PASSWORD, stored, HERE)).toMatchObject({ isRight: true })
    }
    const codes = authenticatorCodes({ keys, issuer: 'Makas', wall: () => NOW })
    for (const { id, totp_secret, totp_key_id } of await db.query('select id, totp_secret, totp_key_id from users')) {
      const sealed = { bytes: totp_secret as Buffer, keyId: String(totp_key_id) }
      expect(() => codes.stepOf(String(id), sealed, '000000')).not.toThrow()
    }
    const hashes = codes.recoveryHashes(code)
    for (const { code_hash } of await db.query('select distinct code_hash from recovery_codes'))
      expect(hashes).toContain(code_hash)
    return rows.length
  }
  let halfway = 0
  for (const [table, rows] of [
    ['users', 1 + Math.floor(random() * USERS)],
    ['users', 101 + Math.floor(random() * 100)],
    // Passwords are through by then, and second factors are not.
    ['users', 150],
    ['recovery_codes', 101],
  ] as const) {
    await failAfter(db, table, rows)
    await expect(rotate(db, path)).rejects.toThrow()
    if ((await everythingOpens()) > 1) halfway++
  }
  expect(halfway).toBeGreaterThan(0)
  await failAfter(db, 'users', Infinity)
  const { newest, unopened } = await rotate(db, path)
  expect([unopened, newest.map(({ version }) => version)]).toEqual([0, KEY_USES.map(() => 2)])
  expect(await everythingOpens()).toBe(1)
  const [pepper, totp] = [ringIn(path).of('pepper'), ringIn(path).of('totp')].map((all) => all.map(({ id }) => id))
  expect(await db.query('select distinct pepper_id, totp_key_id from users')).toEqual([
    { pepper_id: pepper?.join('+'), totp_key_id: totp?.[1] },
  ])
  const [{ ids: ofCodes } = { ids: '' }] = await db.query(
    `select distinct split_part(code_hash, ':', 1) as ids from recovery_codes`,
  )
  expect(ofCodes).toBe(totp?.join('+'))
  expect(ids).toHaveLength(USERS)
  expect(await db.database.run(verifyAuditLog)).toMatchObject({ kind: 'intact' })
})

test('[SEC-89] after a leak an interrupted change goes on, and no key of copies is lost', async () => {
  const { path, first, db } = await installation()
  const former = newFile()
  await failAfter(db, 'users', 5)
  await expect(rotate(db, path, former)).rejects.toThrow()
  expect(ringIn(former).text).toBe(first.text)
  await failAfter(db, 'users', Infinity)
  const { newest, kept } = await rotate(db, path, former)
  expect(newest.map(({ version }) => version)).toEqual(KEY_USES.map(() => 2))
  // Wrapped hashes name the first pepper, which alone verifies nothing; no session is made of the hash of its secret.
  expect(kept.map(({ use, version }) => `${use} ${version}`)).toEqual(['pepper 1', 'totp 1', 'attempts 1'])
  // The next leak needs a file of its own: with the one of before the command would go on, and no key would be new.
  const foreign = newFile()
  makeKeyRing(foreign)
  for (const file of [former, foreign]) await expect(rotate(db, path, file)).rejects.toThrow('name a new file')
  await expect(rotate(db, path, newFile())).resolves.toMatchObject({ unopened: 0 })
})

test('a password that is set anew needs the new pepper alone, and then the former one goes', async () => {
  const { path, db } = await installation()
  await rotate(db, path, newFile())
  const keys = ringIn(path).at(() => NOW)
  const fresh = await new Argon2Hashing({ keys, cost: LEAST_COST }).hash(PASSWORD, HERE)
  const [row] = await db.query('select password_hash, pepper_id from users limit 1')
  const wrapped = { hash: String(row?.password_hash), pepperId: String(row?.pepper_id) }
  expect(await new Argon2Hashing({ keys, cost: LEAST_COST }).verify(PASSWORD, wrapped, HERE)).toEqual({
    isRight: true,
    isOutdated: true,
  })
  await db.query('update users set password_hash = $1, pepper_id = $2', [fresh.hash, fresh.pepperId])
  const { kept } = await rotate(db, path, newFile())
  expect(kept.filter(({ use }) => use === 'pepper').map(({ version }) => version)).toEqual([2])
})

test('a file that lacks a purpose is refused at the start, and the command adds it', async () => {
  const { path, db } = await installation()
  await rotate(db, path)
  const whole = ringIn(path)
  replaceKeyRing(path, whole.without(whole.of('devices')))
  await expect(agreeOnKey(db.database, path, folder)).rejects.toThrow('no key for devices: run npm run keys:rotate')
  await rotate(db, path)
  expect((await agreeOnKey(db.database, path, folder)).current('devices', NOW).version).toBe(1)
})

test('[SEC-89] a copy of before a change opens, and its audit log goes on under the present key', async () => {
  const { path, db } = await installation()
  await db.database.transact((statements) => addAuditLine(statements, LINE))
  const copy = join(folder, 'copy')
  await writeBackup(db.owner, copy, NOW, ringIn(path).copyKey(NOW))
  await rotate(db, path)
  const ring = ringIn(path)
  const target = await makeTestDatabase(auditKeyIn(path))
  const { audit } = await restoreBackup(target.owner, copy, {
    ...{ keys: ring.copies, takesPlain: false, isOurs: (id) => ring.has(id), deletions: [], now: NOW },
    auditKey: () => ring.of('audit-log'),
  })
  expect(audit).toMatchObject({ kind: 'intact' })
  const changes = await target.query(`select detail ->> 'to' as to from audit_log where action = 'audit-key-changed'`)
  expect(changes).toEqual([{ to: ring.of('audit-log')[1]?.id }])
  expect(await target.database.run(verifyAuditLog)).toMatchObject({ kind: 'intact' })
})

test('a running process takes a new key file within a second, and keeps its keys while there is none', () => {
  const path = newFile()
  const ring = makeKeyRing(path)
  let now = NOW
  const told: string[] = []
  const keys = new LiveKeys(path, ring, { now: () => now }, (_level, event) => told.push(event))
  expect(keys.current('pepper').version).toBe(1)
  replaceKeyRing(path, ring.succeeded(NOW + 10_000))
  now += 999
  expect(keys.accepted('pepper').map(({ version }) => version)).toEqual([1])
  now += 1
  expect(keys.accepted('pepper').map(({ version }) => version)).toEqual([1, 2])
  now = NOW + 10_000
  expect(keys.current('pepper').version).toBe(2)
  rmSync(path)
  for (let second = 0; second < 61; second++) {
    now += 1_000
    expect(keys.current('pepper').version).toBe(2)
  }
  expect(told).toEqual(['key-file-unreadable', 'key-file-unreadable'])
})
