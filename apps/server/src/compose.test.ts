import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeKeyRing } from './adapters/system/keys/key-file.ts'
import { readConfig } from './config/config.ts'

type Service = {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly profiles?: readonly string[]
  readonly mem_limit?: string
  readonly cpus?: number
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
}

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Substitutes variables as compose does: `${NAME:-otherwise}` and `${NAME:?what is missing}`. */
function composeWith(given: Readonly<Record<string, string>>): Compose {
  const filled = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').replace(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_all, name: string, kind: string, text: string) => {
      const value = given[name] ?? (kind === '-' ? text : undefined)
      if (value === undefined) throw new Error(`${name}: ${text}`)
      return value
    },
  )
  return parse(filled, { merge: true }) as Compose
}
const oursIn = ({ services }: Compose) => Object.entries(services).filter(([, { image }]) => image === 'makas')
const GIVEN = { APP_PASSWORD: 'a1b2c3', OWNER_PASSWORD: 'd4e5f6', BUS_PASSWORD: 'g7h8i9' }
const compose = composeWith(GIVEN)
const ours = oursIn(compose)

const imageSettings = Object.fromEntries(
  (/^ENV (.*)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
/** The configuration that a service's process makes of its environment. */
function configOf(name: string, { environment = {} }: Service) {
  const inside = Object.entries({ ...imageSettings, ...environment }).map(([key, value]) => [
    key,
    // The image's folders, placed in this one.
    /^\/(data|keys|backups)/.test(value) ? join(folder, value) : value,
  ])
  const reading = readConfig(Object.fromEntries(inside))
  if (reading.kind === 'refused') throw new Error(`${name}: ${reading.mistakes.join(', ')}`)
  return reading.config
}

const folder = mkdtempSync(join(tmpdir(), 'makas-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const name of ['data', 'keys', 'backups']) mkdirSync(join(folder, name))
makeKeyRing(join(folder, 'keys', 'master.key'))

test.each([
  ['one shard', {}, 1],
  ['two shards', { SHARDS: '2' }, 2],
])(
  'every process of ours gets settings that its role takes, on one database, one bus and one key file: %s',
  (_, given, shards) => {
    const roles = oursIn(composeWith({ ...GIVEN, ...given })).map(([name, service]) => {
      const config = configOf(name, service)
      expect([name, config.host, config.port]).toEqual([name, '0.0.0.0', 3000])
      expect(new URL(config.databaseUrl ?? '').host).toBe('postgres')
      const { role } = config
      if (role === 'engine' || role === 'api') expect([name, config.shards]).toEqual([name, shards])
      return [name, role]
    })
    expect(Object.fromEntries(roles)).toEqual({
      migrate: 'all',
      makas: 'all',
      engine: 'engine',
      standby: 'engine',
      third: 'engine',
      api: 'api',
      worker: 'worker',
    })
  },
)

test('no process of ours writes outside its volumes or has rights, and every container has its limits', () => {
  for (const [name, service] of ours) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
  }
  for (const [name, { mem_limit: memory, cpus }] of Object.entries(compose.services)) {
    expect([name, memory, cpus]).toEqual([name, expect.stringMatching(/^\d+[mg]$/), expect.any(Number)])
  }
})

test('[SEC-90] owner, servers and bus have passwords of their own, and only who needs it knows the owner', () => {
  const owner = 'postgres://makas:d4e5f6@postgres/makas'
  for (const [name, service] of ours) {
    const { databaseUrl, databaseOwnerUrl, natsUrl } = configOf(name, service)
    expect([name, databaseUrl]).toEqual([name, 'postgres://makas_app_makas:a1b2c3@postgres/makas'])
    expect([name, databaseOwnerUrl]).toEqual([name, ['migrate', 'makas', 'worker'].includes(name) ? owner : null])
    if (natsUrl !== null) expect([name, natsUrl]).toEqual([name, 'nats://makas:g7h8i9@nats:4222'])
    // No server starts on tables of an earlier version.
    const after = name === 'migrate' ? { postgres: 'service_healthy' } : { migrate: 'service_completed_successfully' }
    const waits = Object.entries(service.depends_on ?? {}).map(([one, { condition }]) => [one, condition])
    expect([name, Object.fromEntries(waits)]).toEqual([name, after])
  }
  expect(compose.services.postgres?.environment).toMatchObject({ POSTGRES_USER: 'makas', POSTGRES_PASSWORD: 'd4e5f6' })
  expect(compose.services.migrate?.entrypoint).toEqual(['node', 'apps/server/src/commands/migrate.ts'])
  for (const { image } of Object.values(compose.services)) expect(image).toMatch(/^(makas|postgres:18|\w+:\d+\.\d+)$/)
})

test('two processes never share a data folder, and each volume is declared', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')))
  expect(new Set(mounts.map(([volume]) => volume))).toEqual(new Set(Object.keys(compose.volumes)))
  const data = mounts.filter(([, place]) => place === '/data').map(([volume]) => volume)
  expect(data).toHaveLength(5)
  expect(new Set(data).size).toBe(data.length)
})

test('what one process does not need is started for several only', () => {
  const alone = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined)
  expect(alone.map(([name]) => name).sort()).toEqual(['makas', 'migrate', 'postgres'])
  // `up` also starts services without a profile, and both would use one port.
  const grown = 'docker compose --profile several up -d --scale makas=0'
  for (const file of ['compose.yaml', 'docs/operations.md'])
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(grown)
  const named = ({ profiles = [] }: Service, name: string) => profiles.includes(name)
  const withShards = Object.entries(compose.services).filter(([, service]) => named(service, 'shards'))
  expect(withShards.map(([name]) => name)).toEqual(['third'])
  const sharded = 'docker compose --profile several --profile shards up -d --scale makas=0'
  for (const file of ['compose.yaml', 'docs/operations.md'])
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(sharded)
  expect(compose.services.nats?.command).toEqual(['--user', 'makas', '--pass', 'g7h8i9'])
})

test('each process tells metrics to a caller with the token, never through the proxy', () => {
  const token = '0123456789abcdef'
  // The migration serves nothing.
  for (const [name, service] of oursIn(composeWith({ ...GIVEN, METRICS_TOKEN: token })))
    expect([name, configOf(name, service).metricsToken]).toEqual([name, name === 'migrate' ? null : token])
  expect(compose.configs.proxy?.content).toMatch(/respond \/metrics 404\s+reverse_proxy/)
})

test('behind a proxy of the machine each visitor counts by their own address, and not all reach the same api', () => {
  const trusted = (given: Readonly<Record<string, string>>, name: string) => {
    const service = composeWith({ ...GIVEN, ...given }).services[name]
    return service === undefined ? null : configOf(name, service).trustProxy
  }
  const gateway = { TRUST_PROXY: '10.89.0.0/24' }
  expect([trusted({}, 'makas'), trusted(gateway, 'makas'), trusted({}, 'api')]).toEqual([
    [],
    ['10.89.0.0/24'],
    ['10.89.0.0/24'],
  ])
  const [options, site] = compose.configs.proxy?.content.split(/^:80/m) ?? []
  expect(options).toMatch(/^\{\n.*\n {2}servers \{\n {4}trusted_proxies static private_ranges\n {2}\}\n\}\n$/)
  expect(site).toMatch(/\n {4}lb_policy client_ip_hash\n/)
})
