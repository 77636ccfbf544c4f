import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../system/system-clock.ts'
import { Line } from '../testing/line.ts'
import { databaseUrlOf, makeTestDatabase } from '../testing/test-database.ts'
import { atAddressAs } from './address.ts'
import { Storage } from './storage.ts'

const { owner, query } = await makeTestDatabase()

test.each([
  ['postgres://u:100%@h/db', 'u', '100%'],
  ['postgres://u:pa%zss@h/db?options=-c%20work_mem=5MB', 'u', 'pa%zss'],
  ['postgres://u:p@/db?host=/run/sockets&options=-c+work_mem%3D5MB', 'u', 'p'],
])('the role is added to %s, whatever its password or its host', (address, user, password) => {
  const { connectionParameters: read } = new Client(atAddressAs('makas_app', address)) as unknown as {
    readonly connectionParameters: { readonly user: string; readonly password: string; readonly options: string }
  }
  expect([read.user, read.password]).toEqual([user, password])
  expect(read.options).toMatch(/^(-c work_mem=5MB )?-c role=makas_app$/)
})

function started(databaseUrl: string) {
  const logged: unknown[] = []
  const storage = new Storage({
    databaseUrl,
    masterKeyFile: '',
    dataDir: tmpdir(),
    clock: createSystemClock(),
    log: (_level, event, data) => logged.push([event, data]),
  })
  onTestFinished(() => storage.stop())
  storage.start()
  return { storage, logged }
}

const refusal = (storage: Storage, statement: string) =>
  storage.database.run((statements) => statements.execute(statement)).then(() => 'allowed', String)

test.each([
  ['of no kind', ''],
  ['of other settings', '?options=-c%20work_mem%3D5MB'],
  ['of another role', '?application_name=a+b&options=-c+work_mem%3D5MB+-c+role%3Dmakas_owner'],
])('with options %s in the address: the server works as a role that can change no table', async (_kind, search) => {
  const { storage, logged } = started(databaseUrlOf(owner) + search)
  await storage.opened
  const asked = sql`select current_user as role, current_setting('work_mem') as memory`
  const { rows } = await storage.database.run((statements) => statements.execute(asked))
  expect(rows).toEqual([{ role: 'makas_app', memory: search === '' ? '4MB' : '5MB' }])
  expect(await refusal(storage, 'create table t (n int)')).toContain('42501')
  expect(await refusal(storage, 'delete from audit_log')).toContain('42501')
  expect(await refusal(storage, 'delete from settings')).toBe('allowed')
  expect(logged).toEqual([])
})

test('where its connections do not take that role the start log says so', async () => {
  await query(`create function drop_role() returns event_trigger language plpgsql as $$ begin set role none; end $$`)
  await query('create event trigger drops_role on login execute function drop_role()')
  const { storage, logged } = started(databaseUrlOf(owner))
  await storage.opened
  expect(logged).toEqual([['database-role-not-separate', { why: 'the connection does not take the role' }]])
  await query('drop event trigger drops_role')
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
