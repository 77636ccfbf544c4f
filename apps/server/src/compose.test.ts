import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeKeyRing } from './adapters/system/key-ring.ts'
import { readConfig } from './config.ts'

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
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const ROOT = join(import.meta.dirname, '..', '..', '..')
const GIVEN: Readonly<Record<string, string>> = { INSIDE_PASSWORD: 'a1b2c3' }
/** As compose fills them in: `${NAME:-otherwise}` and `${NAME:?what is missing}`. */
const filled = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').replace(
  /\$\{(\w+):([-?])([^}]*)\}/g,
  (_all, name: string, kind: string, text: string) => {
    const value = GIVEN[name] ?? (kind === '-' ? text : undefined)
    if (value === undefined) throw new Error(`${name}: ${text}`)
    return value
  },
)
const compose = parse(filled, { merge: true }) as Compose
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'makas')

const folder = mkdtempSync(join(tmpdir(), 'makas-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every process of ours gets settings that its role takes, on one database, one bus and one key file', () => {
  for (const name of ['data', 'keys', 'backups']) mkdirSync(join(folder, name))
  makeKeyRing(join(folder, 'keys', 'master.key'))
  const image = Object.fromEntries(
    (/^ENV (.*)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  )
  const roles = ours.map(([name, { environment = {} }]) => {
    const inside = Object.entries({ ...image, ...environment }).map(([key, value]) => [
      key,
      // The image's own folders stand in this one.
      /^\/(data|keys|backups)/.test(value) ? join(folder, value) : value,
    ])
    const reading = readConfig(Object.fromEntries(inside))
    if (reading.kind === 'refused') throw new Error(`${name}: ${reading.mistakes.join(', ')}`)
    expect([name, reading.config.host, reading.config.port]).toEqual([name, '0.0.0.0', 3000])
    expect(new URL(reading.config.databaseUrl ?? '').host).toBe('postgres')
    return [name, reading.config.role]
  })
  expect(Object.fromEntries(roles)).toEqual({
    makas: 'all',
    engine: 'engine',
    standby: 'engine',
    api: 'api',
    worker: 'worker',
  })
})

test('no process of ours writes outside its volumes or has rights, and every container has its limits', () => {
  for (const [name, service] of ours) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
  }
  for (const [name, { mem_limit: memory, cpus }] of Object.entries(compose.services)) {
    expect([name, memory, cpus]).toEqual([name, expect.stringMatching(/^\d+[mg]$/), expect.any(Number)])
  }
})

test('two processes never share a data folder, and each volume is declared', () => {
  const mounts = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')))
  expect(new Set(mounts.map(([volume]) => volume))).toEqual(new Set(Object.keys(compose.volumes)))
  const data = mounts.filter(([, place]) => place === '/data').map(([volume]) => volume)
  expect(data).toHaveLength(4)
  expect(new Set(data).size).toBe(data.length)
})

test('what one process does not need is started for several only', () => {
  const alone = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined)
  expect(alone.map(([name]) => name).sort()).toEqual(['makas', 'postgres'])
  // `up` starts whatever has no profile, and both would be on one port.
  const grown = 'docker compose --profile several up -d --scale makas=0'
  for (const file of ['compose.yaml', 'docs/operations.md'])
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(grown)
  expect(compose.services.nats?.command).toEqual(['--user', 'makas', '--pass', 'a1b2c3'])
})
