import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFigure } from '../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../scripts/run-length.ts'
import { verifyAuditLog } from '../adapters/storage/audit/audit-log.ts'
import { agreeOnKey } from '../adapters/storage/copies/agree-on-key.ts'
import { keyStore } from '../adapters/storage/keys/key-store.ts'
import { databaseUrlOf, makeTestDatabase, type TestDatabase } from '../adapters/storage/testing/test-database.ts'
import { addUser } from '../adapters/storage/testing/users.ts'
import { CLOCKS_AGREED } from '../adapters/storage/upkeep/retention-guard.ts'
import { auditKeyIn, makeKeyRing, readKeyRing } from '../adapters/system/keys/key-file.ts'
import type { KeyRing } from '../adapters/system/keys/key-ring.ts'
import { seededRandom } from '../adapters/system/randomness.ts'
import { openKey, sealKey } from '../adapters/vault/inside/envelope.ts'
import type { KeyPlace } from '../app/ports/trading/key-vault.ts'
import { bareEnv } from '../http/testing/bare-env.ts'

const COMMAND = join(import.meta.dirname, 'keys-rotate.ts')
/** Users with a key on each exchange: more keys than one batch of a rotation. */
const USERS = 60
const KILLS = isLongRun ? 100 : 3

/** Slows each update, so that a rotation can be killed in its middle. */
const SLOWED = `create function slowed() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.003); return new; end $$;
  create trigger slowed before update on exchange_keys for each row execute function slowed()`

const dataDir = mkdtempSync(join(tmpdir(), 'makas-rotate-'))
const keyFile = join(dataDir, 'master.key')
let db: TestDatabase
const places: KeyPlace[] = []
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const ringNow = (): KeyRing => {
  const ring = readKeyRing(keyFile)
  if (ring === null) throw new Error('the key file is gone')
  return ring
}
const store = () => keyStore(() => db.database)
const secretOf = ({ recordId }: KeyPlace) => `secret of ${recordId}`

beforeAll(async () => {
  db = await makeTestDatabase(auditKeyIn(keyFile))
  makeKeyRing(keyFile)
  for (let n = 0; n < USERS; n++) {
    const userId = await addUser(db)
    for (const exchange of ['binance', 'okx', 'bybit', 'kraken'] as const)
      await addRecord({ exchange, isTestnet: false, isDemo: false, userId, recordId: `${userId}-${exchange}` })
  }
})

async function addRecord(place: KeyPlace, ring = ringNow()): Promise<void> {
  const material = { apiKey: `key of ${place.recordId}`, secret: secretOf(place), passphrase: null }
  const permissions = { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false }
  const findings = { status: 'connected', trouble: null, permissions, balance: null, fees: null, checkedAt: 1 } as const
  await store().put(
    {
      key: { ...place, name: 'x', maskedKey: 'x', findings, difference: null },
      sealed: sealKey(place, material, ring.sealing(Date.now())),
    },
    {
      time: Date.now(),
      actor: { kind: 'system' },
      action: 'key-added',
      subject: null,
      detail: {},
      address: null,
      requestId: null,
    },
  )
  places.push(place)
}

function start(args: readonly string[] = ['exchange-keys', '--lead', '0']): {
  child: ChildProcess
  done: Promise<{ code: number | null; text: string }>
} {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...bareEnv(), DATA_DIR: dataDir, DATABASE_URL: databaseUrlOf(db.owner) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
  return { child, done: new Promise((resolve) => child.once('close', (code) => resolve({ code, text }))) }
}

/** Checks that every record opens with the present key file; returns their number. */
async function everyRecordOpens(): Promise<number> {
  const ring = ringNow()
  const under = new Set<string>()
  for (const place of places) {
    const found = await store().find(place.userId, place.recordId)
    if (found === null) throw new Error(`${place.recordId} is gone`)
    expect(openKey(place, found.sealed, ring).secret).toBe(secretOf(place))
    under.add(found.sealed.keyId)
  }
  return under.size
}

test('[SEC-41] killed at any point of a rotation, every record opens; run again, it goes on and ends', {
  timeout: 3_600_000,
}, async (context) => {
  const seed = seedFor('SEC-41', 41)
  const random = seededRandom(seed)
  await db.query(SLOWED)
  const startedAt = performance.now()
  const first = await start().done
  expect(first).toEqual({
    code: 0,
    text: expect.stringMatching(/^240 exchange keys are sealed under the key [\da-f]{16}$/m),
  })
  const wholeMs = performance.now() - startedAt
  expect(await everyRecordOpens()).toBe(1)
  const keysInUse = async () =>
    (await db.query('select count(distinct key_id)::int as keys from exchange_keys'))[0]?.keys as number
  let kills = 0
  // Kills before the first resealed record, or after the last, are not counted.
  for (let halfway = 0; halfway < KILLS; kills++) {
    expect(kills).toBeLessThan(10 * KILLS)
    const { child, done } = start()
    // Kills at a random moment; every second time only after a part is resealed, however slow the machine is.
    if (kills % 2 === 1)
      while (child.exitCode === null && (await keysInUse()) === 1)
        await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, wholeMs * random() * (kills % 2 === 1 ? 0.1 : 1)))
    child.kill('SIGKILL')
    await done
    if ((await everyRecordOpens()) > 1) halfway++
  }
  await db.query('drop trigger slowed on exchange_keys')
  expect((await start().done).code).toBe(0)
  expect(await everyRecordOpens()).toBe(1)
  const [{ key_id } = { key_id: null }] = await db.query('select distinct key_id from exchange_keys')
  expect(key_id).toBe(ringNow().sealing(Date.now()).id)
  await db.query('update users set pepper_id = $1', [ringNow().id])
  // The server accepts its own key file, and the audit log is intact.
  expect((await agreeOnKey(db.database, keyFile, dataDir)).id).toBe(ringNow().id)
  expect(await db.database.run(verifyAuditLog)).toMatchObject({ kind: 'intact' })
  recordFigure(context, {
    row: 'SEC-41',
    wanted: 'kill -9 in mid-rotation 100 times: every record opens',
    measured: `all ${places.length} open after each of ${kills} kills, of which ${KILLS} left records under two keys or more`,
    seed,
  })
})

test('[SEC-41] a key that the server sealed meanwhile under the old key opens, and is taken along the next time', async () => {
  const old = ringNow()
  expect((await start().done).code).toBe(0)
  const userId = await addUser(db)
  await addRecord({ exchange: 'okx', isTestnet: true, isDemo: false, userId, recordId: `${userId}-late` }, old)
  expect(await everyRecordOpens()).toBe(2)
  expect((await start().done).text).toMatch(/^1 exchange keys are sealed under the key/m)
  expect(await everyRecordOpens()).toBe(1)
})

test('[SEC-41] a record that does not open is counted and left alone', async () => {
  const [broken] = places
  await db.query(`update exchange_keys set sealed_data_key = sealed_secret where id = $1`, [broken?.recordId])
  const { code, text } = await start().done
  expect([code, text]).toEqual([0, expect.stringContaining('1 records do not open with any key of the file')])
  places.shift()
  expect(await everyRecordOpens()).toBe(1)
  places.unshift(broken as KeyPlace)
})

test('[SEC-82] where the clock is in doubt no replaced key goes, however old it looks', async () => {
  const linesIn = () => readFileSync(keyFile, 'utf8').trim().split('\n')
  const [first, ...later] = linesIn()
  writeFileSync(keyFile, [first, ...later.map((line) => line.replace(/ \d+$/, ' 1')), ''].join('\n'))
  const agreedAt = (at: number) =>
    db.query(
      `insert into settings values ('${CLOCKS_AGREED}', $1::text::json, now())
        on conflict (name) do update set value = excluded.value`,
      [at],
    )
  await agreedAt(Date.now() - 3 * 365 * 86_400_000)
  expect((await start().done).text).toContain('replaced keys stay in the file, however old: ')
  expect(linesIn()).toHaveLength(later.length + 2)
  await agreedAt(Date.now() - 86_400_000)
  expect((await start().done).text).not.toContain('replaced keys stay')
  expect(linesIn().length).toBeLessThan(later.length + 2)
})

test('without a key file there is nothing to rotate, and none is made', async () => {
  const kept = ringNow()
  rmSync(keyFile)
  expect(await start().done).toEqual({ code: 1, text: expect.stringContaining('there is no key file yet') })
  expect(readKeyRing(keyFile)).toBeNull()
  expect(kept.id).toMatch(/^[\da-f]{16}$/)
})
