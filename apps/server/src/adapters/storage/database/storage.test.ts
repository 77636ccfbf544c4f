import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../system/system-clock.ts'
import { Line } from '../testing/line.ts'
import { databaseUrlOf, makeTestDatabase } from '../testing/test-database.ts'
import { atAddress, atAddressAs } from './address.ts'
import { withDatabase } from './reach-database.ts'
import { loginOf } from './roles.ts'
import { Storage } from './storage.ts'

const { owner, app, query } = await makeTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'makas-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OWNER_IN_SERVER = ['database-owner-in-server', { reason: expect.stringContaining('address of the owner') }]

test.each([
  ['postgres://u:100%@h/db', undefined],
  ['postgres://u:p@a@h/db?user=v&password=w&options=-c%20work_mem=5MB', '-c work_mem=5MB'],
  ['postgres://h/db?password=w', undefined],
  ['postgres://u:p@/db?host=/run/sockets&user=v&options=-c+role%3Dx+-c+work_mem%3D5MB', '-c work_mem=5MB'],
])('another login of %s, whatever login that names, and where', (address, options) => {
  const login = { name: 'makas/app', password: 'p@:ss%' }
  const { connectionParameters: read } = new Client(atAddressAs(login, address)) as unknown as {
    readonly connectionParameters: Record<'user' | 'password' | 'database' | 'options', string>
  }
  expect([read.user, read.password, read.database, read.options]).toEqual(['makas/app', 'p@:ss%', 'db', options])
})

test('[SEC-90] the login of a database is of that one alone, and its password follows from the owner only', () => {
  expect(loginOf('one', 'secret')).toEqual({ name: 'makas_app_one', password: expect.stringMatching(/^[\w-]{43}$/) })
  expect(loginOf('one', 'secret')).toEqual(loginOf('one', 'secret'))
  const others = [loginOf('one', 'secret'), loginOf('one', 'other'), loginOf('two', 'secret')]
  expect(new Set(others.map(({ password }) => password)).size).toBe(3)
  expect(loginOf('one', null)).toEqual({ name: 'makas_app_one', password: null })
  const long = ['a', 'b'].map((last) => loginOf(`${'x'.repeat(62)}${last}`, null).name)
  expect(long.map((name) => name.length <= 63)).toEqual([true, true])
  expect(new Set(long).size).toBe(2)
})

function started(databaseUrl: string, databaseOwnerUrl: string | null = null) {
  const logged: unknown[] = []
  const storage = new Storage({
    databaseUrl,
    databaseOwnerUrl,
    masterKeyFile: join(folder, 'master.key'),
    backupDir: join(folder, 'backups'),
    dataDir: folder,
    clock: createSystemClock(),
    log: (_level, event, data) => logged.push([event, data]),
  })
  onTestFinished(() => storage.stop())
  storage.start()
  return { storage, logged }
}

/** What the pool answers to statements of one session: each 'allowed', or the code of its refusal. */
const answers = (storage: Storage, ...texts: readonly string[]) =>
  storage.database.run(async (statements) => {
    const said: string[] = []
    for (const text of texts) {
      const done = statements.execute(text).then(
        () => 'allowed',
        (error: { cause?: { code?: string } }) => String(error.cause?.code),
      )
      said.push(await done)
    }
    return said
  })

const BEYOND = [
  `update audit_log set action = 'nothing'`,
  'delete from audit_log',
  'delete from destructions',
  'truncate users',
  'create table public.t (n int)',
  'alter table users add column n int',
  'drop table users',
  'create role someone',
  `copy users to program 'true'`,
  `copy users from '/etc/passwd'`,
  'delete from drizzle.makas_migrations',
]
const REFUSED = BEYOND.map(() => '42501')

test.each([
  ['of no kind', ''],
  ['of other settings', '?options=-c%20work_mem%3D5MB'],
  ['of another role', '?application_name=a+b&options=-c+work_mem%3D5MB+-c+role%3Dmakas_owner'],
])(
  '[SEC-54] [SEC-90] the owner alone, with options %s: the server logs in as another, and nothing leads back',
  async (_kind, search) => {
    const { storage, logged } = started(databaseUrlOf(owner) + search)
    await storage.opened
    const asked = sql`select session_user as login, current_user as role, current_setting('work_mem') as memory`
    const { rows } = await storage.database.run((statements) => statements.execute(asked))
    const { name } = loginOf(String(owner.database), String(owner.password))
    expect(rows).toEqual([{ login: name, role: name, memory: search === '' ? '4MB' : '5MB' }])
    expect(await answers(storage, ...BEYOND)).toEqual(REFUSED)
    for (const back of ['set role none', 'reset role', 'reset session authorization', 'discard all'])
      expect([back, await answers(storage, back, ...BEYOND)]).toEqual([back, ['allowed', ...REFUSED]])
    expect(await answers(storage, 'set role makas_owner', `set session authorization makas_owner`)).toEqual([
      '42501',
      '42501',
    ])
    expect(await answers(storage, 'delete from settings', 'select * from audit_log')).toEqual(['allowed', 'allowed'])
    expect(logged).toEqual([OWNER_IN_SERVER])
  },
)

test('[SEC-90] two installations on one server share no rights', async () => {
  const other = await makeTestDatabase()
  const stores = [owner, other.owner].map((one) => started(databaseUrlOf(one)).storage)
  await Promise.all(stores.map(({ opened }) => opened))
  const [mine] = stores as [Storage]
  const stranger = new Client({ ...mine.login, connectionString: mineAt(mine, String(other.owner.database)) })
  await stranger.connect()
  onTestFinished(() => stranger.end())
  await expect(stranger.query('select * from users')).rejects.toMatchObject({ code: '42501' })
  await expect(stranger.query('select * from drizzle.makas_migrations')).rejects.toMatchObject({ code: '42501' })
})

const mineAt = ({ login }: Storage, database: string) =>
  String(login.connectionString).replace(/\/\w+$/, `/${database}`)

test("[SEC-90] with the address of a login of its own the server changes no table and waits for the owner's migration", async () => {
  const empty = await makeTestDatabase()
  await empty.query('drop schema drizzle cascade')
  await empty.query('drop schema public cascade')
  await empty.query('create schema public')
  await query("create role makas_of_operator login password 'theirs'")
  onTestFinished(async () => {
    await empty.query('drop owned by makas_of_operator')
    await query('drop role makas_of_operator')
  })
  const databaseUrl = databaseUrlOf({ ...empty.owner, user: 'makas_of_operator', password: 'theirs' })
  const { storage, logged } = started(databaseUrl)
  await storage.wentDown
  const reason = expect.stringMatching(/^there are no tables of Makas yet: run npm run migrate, .*DATABASE_OWNER_URL$/)
  expect(logged).toEqual([['database-unavailable', { reason }]])
  const command = {
    dataDir: folder,
    masterKeyFile: '',
    backupDir: '',
    clock: createSystemClock(),
    log: () => undefined,
  }
  const addresses = { databaseUrl, databaseOwnerUrl: databaseUrlOf(empty.owner) }
  await withDatabase({ ...command, ...addresses, mayMake: true }, ({ prepare }) => prepare())
  await storage.opened
  expect(storage.login).toEqual(atAddress(databaseUrl))
  expect(await answers(storage, 'set role none', ...BEYOND)).toEqual(['allowed', ...REFUSED])
  expect(await answers(storage, 'delete from settings')).toEqual(['allowed'])
  expect(() => storage.owner).toThrow('set DATABASE_OWNER_URL')
  expect(logged).toHaveLength(1)
  const nightly = started(databaseUrl, databaseUrlOf(empty.owner))
  await nightly.storage.opened
  expect([nightly.storage.login, nightly.storage.owner]).toEqual([
    atAddress(databaseUrl),
    atAddress(databaseUrlOf(empty.owner)),
  ])
  expect(nightly.logged).toEqual([])
})

test.each([
  ['the owner, beside its own address', databaseUrlOf(owner), ['is a superuser', 'owns tables']],
  ['the owner by the login', databaseUrlOf(app), ['is a member of a role']],
])('[SEC-90] a login with further rights is refused: %s', async (_kind, databaseUrl, beyond) => {
  await query(`create role makas_further; grant makas_further to ${app.user}`)
  onTestFinished(async () => void (await query('drop role makas_further')))
  const { storage, logged } = started(databaseUrl, databaseUrlOf(owner))
  await storage.wentDown
  for (const right of beyond) expect(logged).toEqual([['database-refused', { reason: expect.stringContaining(right) }]])
})

test.each([
  ['where there is none', null, /may not make the login makas_app_\w+, .*DATABASE_OWNER_URL/],
  ['that others made', 'theirs', /does not let the login makas_app_\w+ in \(28P01\): .*DATABASE_OWNER_URL/],
])('[SEC-90] an owner who may make no login is refused, with the way out: %s', async (_kind, made, says) => {
  const { owner: config, query: ask } = await makeTestDatabase()
  await ask(`create role plain login password 'x' nosuperuser nocreaterole`)
  await ask(`alter database "${config.database}" owner to plain`)
  await ask('drop schema drizzle cascade')
  await ask('drop schema public cascade')
  await ask('create schema public authorization plain')
  const { name } = loginOf(String(config.database), null)
  if (made !== null) await ask(`create role ${name} login password '${made}'`)
  onTestFinished(async () => {
    await ask('reassign owned by plain to current_user')
    await ask('drop owned by plain')
    await ask('drop role plain')
  })
  const { storage, logged } = started(databaseUrlOf({ ...config, user: 'plain', password: 'x' }))
  await storage.wentDown
  expect(logged).toEqual([['database-refused', { reason: expect.stringMatching(says) }]])
  expect(() => storage.database).toThrow('not there yet')
})

test('a database that takes the connection and never answers is down, and the server can be stopped', async () => {
  const line = new Line(owner)
  await line.listen()
  onTestFinished(() => line.close())
  line.mode = 'silent'
  const { storage } = started(databaseUrlOf(line.connection))
  await storage.wentDown
  expect(storage.state).toBe('down')
  await storage.stop()
})
