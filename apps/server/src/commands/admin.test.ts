import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseUrlOf, makeTestDatabase, TEST_AUDIT_KEY } from '../adapters/storage/testing/test-database.ts'
import { retention } from '../adapters/storage/upkeep/retention.ts'
import { CLOCKS_AGREED } from '../adapters/storage/upkeep/retention-guard.ts'
import { bareEnv } from '../http/testing/bare-env.ts'
import { ServerProcess } from '../http/testing/server-process.ts'
import { eventually } from '../http/testing/test-server.ts'
import { run as runAdmin } from './admin.ts'
import { runAsPerson, runInProcess } from './testing/run-in-process.ts'

const { owner, query } = await makeTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'makas-admin-'))
const dataDir = join(folder, 'data')
mkdirSync(dataDir, { mode: 0o700 })
const keyFile = join(dataDir, 'master.key')
const settings = { DATABASE_URL: databaseUrlOf(owner), DATA_DIR: dataDir }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PASSWORD = 'uzun ve benzersiz bir cumle'
const passwordFile = join(folder, 'password')
writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 })

async function run(...args: string[]) {
  const { status, said } = await runInProcess(runAdmin, args, settings)
  return { status, said }
}

const server = (more: Record<string, string> = {}) =>
  new ServerProcess({ ...settings, MARKET: 'demo', SIM_SYMBOLS: '3', LOG_LEVEL: 'info', ...more }, dataDir)

async function logIn(origin: string, email: string, password: string): Promise<number> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${origin}/api/admin/auth/login`, { method: 'POST', headers, body })).status
}

const postTo = (origin: string) => (path: string, body: object) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('[SEC-14] [SEC-15] [SEC-13] the first admin comes from a file of ours or a one-time address, and never twice', async () => {
  const file = join(folder, 'admin.json')
  const fresh = server({ ADMIN_BOOTSTRAP_FILE: file })
  const origin = await fresh.origin()
  await eventually(() => /^admin set-up, within 15 minutes: (\S+)#[\w-]{43}$/m.test(fresh.stdout))
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  const token = /#(\S+)/.exec(fresh.stdout)?.[1]
  expect(fresh.stderr).toContain('"reason":"the file is not there"')
  expect(fresh.stderr).not.toContain(token)
  expect(fresh.stderr).not.toContain(readFileSync(keyFile, 'utf8').trim())
  expect(await logIn(origin, 'admin@example.org', PASSWORD)).toBe(401)
  fresh.signal('SIGTERM')
  await fresh.exit

  const admin = { email: 'file@example.org', password: PASSWORD, firstName: 'Deniz', lastName: 'Kaya' }
  writeFileSync(file, JSON.stringify(admin), { mode: 0o600 })
  const bootstrapped = server({ ADMIN_BOOTSTRAP_FILE: file })
  const next = await bootstrapped.origin()
  // Works from the first moment on: a login waits until the admin is made.
  expect(await logIn(next, 'file@example.org', PASSWORD)).toBe(200)
  expect(bootstrapped.stderr).toContain('admin-bootstrapped')
  expect(bootstrapped.stdout).not.toContain('set-up')
  // The command runs beside a serving server.
  expect(await run('create', '--email', 'command@example.org', '--password-file', passwordFile)).toEqual({
    status: 0,
    said: 'command@example.org is an admin now',
  })
  expect(await logIn(next, 'command@example.org', PASSWORD)).toBe(200)
  const { said: printed } = await run('reset', '--email', 'command@example.org')
  expect(printed).toMatch(/^admin, within 15 minutes: http:\S+\/reset#[\w-]{43}$/)
  // The address is that of this server, whatever its port.
  expect(printed).toContain(` ${next}/reset#`)
  expect(bootstrapped.stderr).not.toContain(PASSWORD)
  bootstrapped.signal('SIGKILL')
  await bootstrapped.exit
  expect(await run('reset', '--email', 'command@example.org')).toEqual({
    status: 1,
    said: `no server runs on ${dataDir}: start it, or set its DATA_DIR or PUBLIC_ORIGIN`,
  })
})

test('[SEC-67] the runbook’s questions are answered: who saw somebody, and whom an admin or an address saw', async () => {
  const lines = await query("select action from audit_log where action in ('audit-asked', 'breach-listed')")
  expect(lines).toEqual([])
  const running = server()
  const origin = await running.origin()
  const post = postTo(origin)
  const admin = (await (
    await post('/api/admin/auth/login', { email: 'file@example.org', password: PASSWORD })
  ).json()) as { access_token: string }
  const names = { firstName: 'Deniz', lastName: 'Kaya', phoneNumber: '+905551112233' }
  const signedUp = await post('/api/auth/register', { email: 'seen@example.org', password: PASSWORD, ...names })
  const { user } = (await signedUp.json()) as { user: { id: string } }
  const read = await fetch(`${origin}/api/admin/users?skip=0&limit=20`, {
    headers: { authorization: `Bearer ${admin.access_token}` },
  })
  expect(read.status).toBe(200)
  const trace = await run('audit', '--subject', 'SEEN@example.org', '--since', '2020-01-01')
  expect(trace.status).toBe(0)
  expect(trace.said).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\tusers-read\tfile@example\.org\t(?:127\.0\.0\.1|::1)$/m)
  expect((await run('audit', '--subject', user.id)).said).toContain('users-read')
  expect(await run('audit', '--subject', 'seen@example.org', '--since', '2999-01-01')).toEqual({
    status: 1,
    said: 'no line tells of seen@example.org',
  })
  // One id of a user in 64 begins with a dash.
  const dashed = `-${user.id.slice(1)}`
  expect(await run('audit', '--subject', dashed)).toEqual({ status: 1, said: `no line tells of ${dashed}` })
  expect((await run('breach-list', '--actor', dashed, '--from', '2020-01-01', '--to', '2999-01-01')).said).toBe(
    '0 people',
  )
  const within = ['--from', '2020-01-01', '--to', '2999-01-01']
  const list = await run('breach-list', '--actor', 'file@example.org', ...within)
  expect(list.status).toBe(0)
  expect(list.said).toMatch(new RegExp(`^${user.id}\tseen@example\\.org\t.*e-mail, names, phone, plan`, 'm'))
  expect((await run('breach-list', '--address', '203.0.113.9', ...within)).said).toBe('0 people')
  for (const args of [
    ['audit'],
    ['audit', '--subject', 'a@b.co', '--since', '2026-02-30'],
    ['breach-list', ...within],
    ['breach-list', '--actor', 'a@b.co', '--from', '2026-01-02', '--to', '2026-01-02'],
  ])
    expect(await run(...args)).toEqual({ status: 1, said: expect.stringMatching(/^usage: npm run admin -- audit/) })
  expect((await query("select action from audit_log where action = 'audit-asked'")).length).toBe(4)
  running.signal('SIGTERM')
  await running.exit
})

test('[SEC-84] an admin who left is disabled, whose sessions end at once, and the last admin only where that is wanted', async () => {
  const running = server()
  const origin = await running.origin()
  const [mine, other] = ['left@example.org', 'command@example.org']
  expect((await run('create', '--email', mine, '--password-file', passwordFile)).status).toBe(0)
  const loggedIn = await postTo(origin)('/api/admin/auth/login', { email: mine, password: PASSWORD })
  const { access_token: token } = (await loggedIn.json()) as { access_token: string }
  expect(await run('disable', mine)).toEqual({ status: 0, said: `the admin ${mine} is disabled, sessions ended: 1` })
  const users = () =>
    fetch(`${origin}/api/admin/users?skip=0&limit=20`, { headers: { authorization: `Bearer ${token}` } })
  await eventually(async () => (await users()).status === 401)
  expect(await logIn(origin, mine, PASSWORD)).toBe(401)
  expect(await run('disable', mine)).toEqual({ status: 1, said: `the admin ${mine} is disabled already` })
  expect(await run('enable', mine)).toEqual({ status: 0, said: `the admin ${mine} is enabled` })
  expect(await logIn(origin, mine, PASSWORD)).toBe(200)
  await query("update users set is_active = false where role = 'admin' and email <> $1", [mine])
  const refused = await run('disable', mine)
  expect(refused).toEqual({ status: 1, said: expect.stringContaining('is the last active admin') })
  expect(await run('disable', mine, '--last')).toMatchObject({ status: 0 })
  expect(await run('disable', 'nobody@example.org')).toMatchObject({ status: 1 })
  const told = await query("select detail->'after' as after from audit_log where action = 'user-changed' order by seq")
  expect(told.map(({ after }) => after)).toEqual([{ is_active: false }, { is_active: true }, { is_active: false }])
  await query('update users set is_active = true where email = $1', [other])
  running.signal('SIGTERM')
  await running.exit
})

test('who lost phone and recovery codes logs in with the password alone again, an admin of the same address does not', async () => {
  const email = 'lost@example.org'
  const running = server()
  const origin = await running.origin()
  const post = postTo(origin)
  const names = { firstName: 'Deniz', lastName: 'Kaya', phoneNumber: '+905551112233' }
  const signedUp = await post('/api/auth/register', { email, password: PASSWORD, ...names })
  const { access_token: token, user } = (await signedUp.json()) as { access_token: string; user: { id: string } }
  expect((await run('create', '--email', email, '--password-file', passwordFile)).status).toBe(0)
  const refused = await run('totp-off', '--email', email)
  expect(refused).toEqual({ status: 1, said: `the user account of ${email} has no second factor` })
  await query(
    "update users set totp_secret = '\\x00', totp_key_id = pepper_id, totp_confirmed_at = now(), totp_step = 1 where email = $1",
    [email],
  )
  await query("insert into recovery_codes (id, user_id, code_hash) values ('lost-code', $1, 'h')", [user.id])
  expect((await post('/api/auth/login', { email, password: PASSWORD })).status).toBe(401)

  expect(await run('totp-off', '--email', email.toUpperCase())).toEqual({
    status: 0,
    said: `user: the second factor of ${email.toUpperCase()} is off, recovery codes are gone, sessions ended: 1`,
  })
  expect((await post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200)
  // The session of the lost phone is over in the serving process too.
  const me = () => fetch(`${origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  await eventually(async () => (await me()).status === 401)
  expect(await query('select 1 from recovery_codes where user_id = $1', [user.id])).toEqual([])
  expect(
    await query("select actor_kind, detail from audit_log where subject_id = $1 and action = 'totp-off'", [user.id]),
  ).toEqual([{ actor_kind: 'system', detail: { sessions_ended: 1 } }])
  running.signal('SIGTERM')
  await running.exit
  // Nobody serves now.
  const left = await query('select role from users where email = $1 and totp_secret is not null', [email])
  expect(left).toEqual([{ role: 'admin' }])
  expect(await run('totp-off', '--email', email)).toEqual(refused)
  expect(await run('totp-off', '--email', email, '--of-admin')).toEqual({
    status: 0,
    said: `admin: the second factor of ${email} is off, recovery codes are gone, sessions ended: 0`,
  })
  expect(await run('totp-off', '--email', 'nobody@example.org')).toEqual({
    status: 1,
    said: 'there is no user account of nobody@example.org',
  })
})

test('[SEC-82] an admin says that the clock is right after a server was off for long, and retention goes on', async () => {
  const task = retention({ auditKey: () => TEST_AUDIT_KEY, owner: () => owner, exchangeOffsets: () => [] })
  const now = Date.now()
  await query(`insert into settings values ('${CLOCKS_AGREED}', $1::text::json, now())`, [now - 10 * 86_400_000])
  await expect(task.run(now)).rejects.toThrow('where that is right, say `npm run admin -- retention`')
  expect(await run('retention')).toEqual({
    status: 0,
    said: expect.stringMatching(/^it is \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(UTC\): what is over by then may be destroyed/),
  })
  expect(await task.run(now)).toEqual({})
  expect(await query("select actor_kind from audit_log where action = 'retention-allowed'")).toHaveLength(1)
  expect(await run('retention', 'now')).toMatchObject({ status: 1, said: expect.stringMatching(/^usage: /) })
})

test('what is wrong is said in a sentence', async () => {
  expect(await run('create', '--email', 'command@example.org', '--password-file', passwordFile)).toEqual({
    status: 1,
    said: 'there is one already',
  })
  writeFileSync(join(folder, 'open'), PASSWORD, { mode: 0o644 })
  const open = await run('create', '--email', 'x@example.org', '--password-file', join(folder, 'open'))
  expect(open).toEqual({ status: 1, said: expect.stringContaining('mode 0600') })
  for (const unsendable of [`${PASSWORD}${'0'.repeat(128)}`, `${PASSWORD}\0`, 'kisa']) {
    writeFileSync(join(folder, 'unsendable'), unsendable, { mode: 0o600 })
    const refused = await run('create', '--email', 'x@example.org', '--password-file', join(folder, 'unsendable'))
    expect(refused).toEqual({ status: 1, said: expect.stringContaining('15 to 128 characters') })
  }
  expect(await run('create', '--emial', 'x@example.org')).toEqual({
    status: 1,
    said: expect.stringMatching(/^Unknown option '--emial'[^\n]*$/),
  })
  expect(runAsPerson('admin', ['create', '--email', 'x@example.org'], settings)).toMatchObject({
    status: 1,
    said: expect.stringContaining('terminal'),
  })
  for (const args of [
    ['reset', '--email', 'nobody'],
    ['remove', '--email', 'a@b.co'],
  ])
    expect(await run(...args)).toEqual({ status: 1, said: expect.stringMatching(/^usage: npm run admin/) })
})

test.each([['create', '--password-file', passwordFile], ['reset']])(
  '%s: in a folder where no server ever was nothing is made',
  async (what, ...more) => {
    const elsewhere = join(folder, `elsewhere-${what}`)
    const args = [what, '--email', 'x@example.org', ...more]
    expect(await runInProcess(runAdmin, args, { DATA_DIR: elsewhere })).toMatchObject({
      status: 1,
      said: `there is no database in ${elsewhere} yet`,
    })
    expect(existsSync(elsewhere)).toBe(false)
  },
)

test('[SEC-15] over stored data there is never a new key: without the old one the server ends, and nothing is changed', async () => {
  const before = await query('select * from users order by id')
  const key = readFileSync(keyFile, 'utf8')
  rmSync(keyFile)
  const without = server()
  expect((await without.exit).code).toBe(1)
  expect(without.stderr).toContain('the key file is missing')
  expect(() => statSync(keyFile)).toThrow()
  expect(await run('reset', '--email', 'file@example.org')).toMatchObject({
    status: 1,
    said: expect.stringContaining('is missing'),
  })

  writeFileSync(keyFile, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
  const other = server()
  expect((await other.exit).code).toBe(1)
  expect(other.stderr).toContain('the key file is another')

  writeFileSync(keyFile, key, { mode: 0o644 })
  rmSync(keyFile)
  writeFileSync(keyFile, key, { mode: 0o644 })
  const open = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { ...bareEnv(), PORT: '0', MARKET: 'demo', ...settings },
  })
  expect(await new Promise((resolve) => open.once('exit', resolve))).toBe(1)
  expect(await query('select * from users order by id')).toEqual(before)
})
