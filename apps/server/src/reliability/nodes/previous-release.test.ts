import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseUrlOf, makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { ELIF, send } from '../../http/testing/user-server.ts'
import { makeNextVersion } from '../testing/world/next-version.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..')
/** The commit of the release before this version: 0.4.0. */
const RELEASE = 'd366e23ecf160c801b63581b2ba7100dd282700f'
const isThere = spawnSync('git', ['cat-file', '-e', RELEASE], { cwd: ROOT }).status === 0
if (!isThere) process.stderr.write(`the commit ${RELEASE} of 0.4.0 is not in this clone: its start is not tested\n`)

/** Lays the release's sources out in a folder, with the packages of this version beside them. */
function layOut(folder: string): string {
  const archive = execFileSync('git', ['archive', RELEASE, 'apps/server', 'packages', 'package.json'], {
    ...{ cwd: ROOT, maxBuffer: 2 ** 28 },
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@makas'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@makas'))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const name of ['domain', 'contract']) symlinkSync(join(folder, 'packages', name), join(modules, '@makas', name))
  symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'))
  return join(folder, 'apps', 'server', 'src', 'main.ts')
}

test.skipIf(!isThere)(
  '[SEC-91] 0.4.0 starts and works on the tables of this version and of the next one',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'makas-previous-'))
    const dataDir = mkdtempSync(join(tmpdir(), 'makas-previous-data-'))
    const next = makeNextVersion()
    const running: ServerProcess[] = []
    context.onTestFinished(async () => {
      for (const server of running) server.signal('SIGKILL')
      await Promise.all(running.map(({ exit }) => exit))
      for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true })
      next.remove()
    })
    const db = await makeTestDatabase()
    const settings = {
      MARKET: 'demo',
      SIM_SYMBOLS: '3',
      RATE_LIMIT_SCALE: '1000',
      DATABASE_URL: databaseUrlOf(db.owner),
    }
    const users = ['bir', 'iki', 'uc', 'dort']
    const user = (name: string) => ({ ...ELIF, email: `${name}@example.org` })
    /** Starts a version, registers a person, logs in all that there are, and stops it. */
    const worksAs = async (main: string, nth: number) => {
      const server = new ServerProcess(settings, dataDir, {
        command: [process.execPath, '--disable-proto=delete', main],
      })
      running.push(server)
      const at = { origin: await server.origin() }
      await eventually(async () => (await fetch(`${at.origin}/readyz`)).ok)
      const register = () => send(at, '/api/auth/register', user(users[nth] ?? ''))
      expect([main, (await register()).status, server.stderr.slice(-500)]).toEqual([main, 201, expect.any(String)])
      for (const name of users.slice(0, nth + 1))
        expect([main, name, (await send(at, '/api/auth/login', user(name))).status]).toEqual([main, name, 200])
      server.signal('SIGTERM')
      expect((await server.exit).code).toBe(0)
    }
    const release = layOut(folder)
    await worksAs(join(ROOT, 'apps', 'server', 'src', 'main.ts'), 0)
    await worksAs(release, 1)
    await worksAs(next.main, 2)
    expect(await db.query(`select to_regclass('next_things') is not null as made`)).toEqual([{ made: true }])
    await worksAs(release, 3)
  },
)
