import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { databaseUrlOf, makeTestDatabase } from '../adapters/storage/testing/test-database.ts'
import { ServerProcess } from '../http/testing/server-process.ts'
import { eventually } from '../http/testing/test-server.ts'

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

function run(...args: string[]) {
  const command = join(import.meta.dirname, 'admin.ts')
  const env = { PATH: process.env.PATH, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { env, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}`.trim() }
}

const server = (more: Record<string, string> = {}) =>
  new ServerProcess({ ...settings, MARKET: 'demo', SIM_SYMBOLS: '3', LOG_LEVEL: 'info', ...more }, dataDir)

async function logIn(origin: string, email: string, password: string): Promise<number> {
  const body = JSON.stringify({ email, password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${origin}/api/admin/auth/login`, { method: 'POST', headers, body })).status
}

test('[SEC-14] [SEC-15] [SEC-13] the first admin comes from a file of ours or a one-time address, and never twice', async () => {
  const fresh = server()
  const origin = await fresh.origin()
  await eventually(() => /^admin set-up, within 15 minutes: (\S+)#[\w-]{43}$/m.test(fresh.stdout), 30_000)
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  const token = /#(\S+)/.exec(fresh.stdout)?.[1]
  expect(fresh.stderr).not.toContain(token)
  expect(fresh.stderr).not.toContain(readFileSync(keyFile, 'utf8').trim())
  expect(await logIn(origin, 'admin@example.org', PASSWORD)).toBe(401)
  fresh.signal('SIGTERM')
  await fresh.exit

  const file = join(folder, 'admin.json')
  const admin = { email: 'file@example.org', password: PASSWORD, firstName: 'Deniz', lastName: 'Kaya' }
  writeFileSync(file, JSON.stringify(admin), { mode: 0o600 })
  const bootstrapped = server({ ADMIN_BOOTSTRAP_FILE: file })
  const next = await bootstrapped.origin()
  await eventually(() => bootstrapped.stderr.includes('admin-bootstrapped'), 30_000)
  expect(bootstrapped.stdout).not.toContain('set-up')
  expect(await logIn(next, 'file@example.org', PASSWORD)).toBe(200)
  // Beside a server that serves.
  expect(run('create', '--email', 'command@example.org', '--password-file', passwordFile)).toEqual({
    status: 0,
    said: 'command@example.org is an admin now',
  })
  expect(await logIn(next, 'command@example.org', PASSWORD)).toBe(200)
  expect(run('reset', '--email', 'command@example.org').said).toMatch(
    /^admin, within 15 minutes: http:\S+\/reset#[\w-]{43}$/,
  )
  expect(bootstrapped.stderr).not.toContain(PASSWORD)
  bootstrapped.signal('SIGTERM')
  await bootstrapped.exit
}, 90_000)

test('what is wrong is said in a sentence', () => {
  expect(run('create', '--email', 'command@example.org', '--password-file', passwordFile)).toEqual({
    status: 1,
    said: 'there is one already',
  })
  writeFileSync(join(folder, 'open'), PASSWORD, { mode: 0o644 })
  const open = run('create', '--email', 'x@example.org', '--password-file', join(folder, 'open'))
  expect(open).toEqual({ status: 1, said: expect.stringContaining('mode 0600') })
  for (const unsendable of [`${PASSWORD}${'0'.repeat(128)}`, `${PASSWORD}\0`, 'kisa']) {
    writeFileSync(join(folder, 'unsendable'), unsendable, { mode: 0o600 })
    const refused = run('create', '--email', 'x@example.org', '--password-file', join(folder, 'unsendable'))
    expect(refused).toEqual({ status: 1, said: expect.stringContaining('15 to 128 characters') })
  }
  expect(run('create', '--emial', 'x@example.org')).toEqual({
    status: 1,
    said: expect.stringMatching(/^Unknown option '--emial'[^\n]*$/),
  })
  expect(run('create', '--email', 'x@example.org')).toEqual({ status: 1, said: expect.stringContaining('terminal') })
  for (const args of [
    ['reset', '--email', 'nobody'],
    ['remove', '--email', 'a@b.co'],
  ])
    expect(run(...args)).toEqual({ status: 1, said: expect.stringMatching(/^usage: npm run admin/) })
}, 60_000)

test.each([['create', '--password-file', passwordFile], ['reset']])(
  '%s: in a folder where no server ever was nothing is made',
  (what, ...more) => {
    const elsewhere = join(folder, `elsewhere-${what}`)
    const command = join(import.meta.dirname, 'admin.ts')
    const env = { PATH: process.env.PATH, DATA_DIR: elsewhere }
    const args = [command, what, '--email', 'x@example.org', ...more]
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect({ status, said: stderr.trim() }).toEqual({ status: 1, said: `there is no database in ${elsewhere} yet` })
    expect(existsSync(elsewhere)).toBe(false)
  },
  30_000,
)

test('[SEC-15] over stored data there is never a new key: without the old one the server ends, and nothing is changed', async () => {
  const before = await query('select * from users order by id')
  const key = readFileSync(keyFile, 'utf8')
  rmSync(keyFile)
  const without = server()
  expect((await without.exit).code).toBe(1)
  expect(without.stderr).toContain('the key file is missing')
  expect(() => statSync(keyFile)).toThrow()
  expect(run('reset', '--email', 'file@example.org')).toMatchObject({
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
    env: { PATH: process.env.PATH, PORT: '0', MARKET: 'demo', ...settings },
  })
  expect(await new Promise((resolve) => open.once('exit', resolve))).toBe(1)
  expect(await query('select * from users order by id')).toEqual(before)
}, 90_000)
