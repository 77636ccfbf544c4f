import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { databaseUrlOf, makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { makeKeyRing } from '../../adapters/system/keys/key-file.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, jsonOf } from '../../http/testing/test-server.ts'
import { ELIF, send } from '../../http/testing/user-server.ts'

const LIST = '/api/arbitrage-opportunities'

// The server listens and serves the market before the database is up, so a fault of the database is found after that.
test('[L4] a key file that is missing or another one ends the start; a database of a newer version is left alone, and the market served', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'makas-bad-starts-'))
  const running: ServerProcess[] = []
  context.onTestFinished(async () => {
    for (const server of running) server.signal('SIGKILL')
    await Promise.all(running.map(({ exit }) => exit))
    rmSync(folder, { recursive: true, force: true })
  })
  const db = await makeTestDatabase()
  const DATABASE_URL = databaseUrlOf(db.owner)
  const start = (key: string) => {
    const small = { MARKET: 'demo', SIM_SYMBOLS: '5', RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'info' }
    const server = new ServerProcess({ ...small, DATABASE_URL, MASTER_KEY_FILE: join(folder, key) })
    running.push(server)
    return server
  }
  const first = start('own.key')
  expect((await send({ origin: await first.origin() }, '/api/auth/register', ELIF)).status).toBe(201)
  first.signal('SIGTERM')
  await first.exit
  const stored = async () =>
    (await db.query('select id, email, password_hash, updated_at from users')).map((one) => JSON.stringify(one))
  const before = await stored()

  makeKeyRing(join(folder, 'other.key'))
  const [absent, other] = await Promise.all([start('absent.key').exit, start('other.key').exit])
  expect([absent.code, other.code]).toEqual([1, 1])
  expect(absent.last).toContain('the key file is missing')
  expect(other.last).toContain('the key file is another')

  await db.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`)
  const beside = start('own.key')
  const origin = await beside.origin()
  await eventually(() => beside.stderr.includes('the database was written by a newer version of Makas'))
  await eventually(async () => (await jsonOf<unknown[]>(await fetch(origin + LIST))).length > 0)
  const refused = await send({ origin }, '/api/auth/login', ELIF)
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true])
  beside.signal('SIGTERM')
  expect((await beside.exit).code).toBe(0)
  expect(await stored()).toEqual(before)
  recordFigure(context, {
    row: 'L4',
    wanted: 'missing key file, other key file, newer schema: a clear sentence, nothing stored is touched',
    measured:
      'missing and other key file: status 1 with a sentence; newer schema: the market alone is served, accounts say 503; what is stored is unchanged',
    seed: 0,
  })
})
