import { AuditCheck, DashboardTrends, SystemFacts } from '@makas/contract'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { send, signInAdmin, signUp, startUserServer } from '../../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
const admin = await signInAdmin(server)

const ask = (path: string, method = 'GET') =>
  send(server, `/api/admin${path}`, undefined, { method, token: admin.token })
const trends = async (days: number) =>
  DashboardTrends.parse(await (await ask(`/dashboard/trends?days=${days}`)).json()).days

test('the admin is told of a proxy that is not trusted', async () => {
  const proxy = async () => SystemFacts.parse(await (await ask('/system')).json()).untrusted_proxy
  expect(await proxy()).toBeNull()
  await server.get('/api/status', { 'x-forwarded-for': '192.0.2.1' })
  expect(await proxy()).toBe('127.0.0.1')
})

test('counts by day follow the calendar of Istanbul', async () => {
  const { id } = await signUp(server)
  const now = server.clock.now()
  // Twenty past midnight in Istanbul, which in UTC is the day before.
  const midnight = Math.floor((now + 3 * 3_600_000) / 86_400_000) * 86_400_000 - 3 * 3_600_000
  const at = (days: number) => new Date(midnight - days * 86_400_000 + 20 * 60_000)
  await server.db.query(
    `insert into users (id, role, email, email_key, first_name, last_name, password_hash, pepper_id,
      password_changed_at, created_at, updated_at)
      select 'old-' || n, 'user', n || '@old.org', n || '@old.org', 'Ad', 'Soyad', 'h', 'p', $1, $1, $1
      from generate_series(1, 3) n`,
    [at(4)],
  )
  await server.db.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at, closed_at)
      values ('t1', $1, 'T', 'D', 'genel', 'low', 'closed', $2, $3, $3), ('t2', $1, 'T', 'D', 'genel', 'low', 'open', $2, $2, null)`,
    [id, at(3), at(1)],
  )
  await server.db.query(
    `insert into episodes (source, route, mode, opened_at, closed_at, size, path, max_roi, last_roi, latency_ms, forecast, basis)
      select s, 'r' || n, 'spot', $1, $1, '1', '[]', 1, 1, 1, 1, 'prior' from generate_series(1, 5) n, (values ('live'), ('demo')) as of(s)`,
    [at(2)],
  )
  await server.db.query(`insert into uptime_days (day, good_minutes) values ($1, 1440)`, [
    at(2).toISOString().slice(0, 10),
  ])
  // As after a month, when sessions are destroyed.
  await server.db.query('delete from sessions where user_id = $1', [id])
  const week = await trends(7)
  expect(week).toHaveLength(7)
  const day = (ago: number) => week[6 - ago]
  expect([day(5)?.users, day(4)?.users, day(1)?.users, day(0)?.users]).toEqual([0, 3, 3, 4])
  expect([day(3)?.tickets_opened, day(1)?.tickets_closed, day(2)?.opportunities, day(0)?.logins]).toEqual([2, 1, 5, 1])
  expect(week.map((one) => one.day)).toEqual([...new Set(week.map((one) => one.day))].sort())
  expect(day(3)?.good_minutes).toBe(1440)
  expect(day(6)?.good_minutes).toBeNull()
  expect(await trends(30)).toHaveLength(30)
  for (const days of ['0', '8', '365', 'x']) expect((await ask(`/dashboard/trends?days=${days}`)).status).toBe(400)
})

test('the facts of the server name its key without its content; the audit log is checked on request', async () => {
  const first = SystemFacts.parse(await (await ask('/system')).json())
  expect(first).toMatchObject({ version: '0.4.0', source: 'live', key_id: server.keys.id, copies: null, audit: null })
  const look = AuditCheck.parse(await (await ask('/audit/check', 'POST')).json())
  expect(look).toMatchObject({ state: 'intact', broken_at: null })
  expect(SystemFacts.parse(await (await ask('/system')).json()).audit).toEqual(look)
  const lines = await server.db.query(`select actor_id, detail from audit_log where action = 'audit-checked'`)
  expect(lines).toEqual([{ actor_id: admin.id, detail: { state: 'intact' } }])
  await server.db.query(`update audit_log set address = '203.0.113.8' where seq = 2`)
  expect(AuditCheck.parse(await (await ask('/audit/check', 'POST')).json())).toMatchObject({
    state: 'broken',
    lines: null,
    broken_at: 2,
  })
})
