import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../scripts/run-length.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, jsonOf, type Refusal } from '../../http/testing/test-server.ts'
import { ELIF, send } from '../../http/testing/user-server.ts'

const LIST = '/api/arbitrage-opportunities'
/** Size of the disk, MB; leaves room for the WAL that PostgreSQL keeps (min_wal_size, 80 MB). */
const DISK_MB = 320
const BACK_WITHIN_MS = 5_000
const ROUNDS = isLongRun ? 20 : 1
/** Further refused writes that are tried after the first. */
const MORE = isLongRun ? 20 : 1

/** Prefix of a command that mounts a small disk at `folder`, in a mount namespace that ends with the command. */
const onSmallDisk = (folder: string) => [
  'unshare',
  ...['--user', '--map-root-user', '--mount'],
  ...['sh', '-c', `mount -t tmpfs -o size=${DISK_MB}m,mode=700 tmpfs "$0" && exec "$@"`, folder],
]

/** Access to the server's small disk, to fill it to the last byte. */
class SmallDisk {
  readonly folder: string
  readonly #filler: string

  constructor(pid: number, dataDir: string) {
    this.folder = `/proc/${pid}/root${dataDir}`
    this.#filler = join(this.folder, 'filler')
  }

  fill(): void {
    const file = openSync(this.#filler, 'a')
    try {
      for (let size = 1024 * 1024; size >= 1; ) {
        const written = writeUnlessFull(file, Buffer.alloc(size))
        if (written < size) size = Math.floor(size / 2)
      }
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    rmSync(this.#filler)
  }

  /** Runs a statement as the database's owner; without room for the WAL it crashes the database. */
  async asOwner(statement: string): Promise<void> {
    const { owner } = JSON.parse(readFileSync(join(this.folder, 'pg-access.json'), 'utf8')) as { owner: string }
    const host = join(this.folder, 'pg-socket')
    const client = new Client({ host, database: 'makas', user: 'makas_owner', password: owner })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
}

function writeUnlessFull(file: number, bytes: Buffer): number {
  try {
    return writeSync(file, bytes)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 0
    throw error
  }
}

test('[S3] with the disk full nothing is stored and that is said, the market goes on, and all is well once there is room', {
  timeout: 3_600_000,
}, async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-full-'))
  context.onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const within = onSmallDisk(dataDir)
  const [command = '', ...args] = [...within, 'true']
  if (spawnSync(command, args).status !== 0) context.skip('no small disk can be mounted here')
  const seed = seedFor('S3', 3)
  const settings = {
    MARKET: 'demo',
    SIM_SYMBOLS: '4',
    LIVE_FOR_ALL: '1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '10000',
  }
  const server = new ServerProcess(settings, dataDir, { within })
  context.onTestFinished(() => server.signal('SIGKILL'))
  const origin = await server.origin()
  const disk = new SmallDisk(server.child.pid ?? 0, dataDir)
  const at = { origin }
  let users = 0
  const stored: string[] = []
  /** Registers a person; returns the status and, of a refusal, its code and whether it has a `Retry-After`. */
  const signUp = async () => {
    const email = `full-${++users}@example.org`
    const answer = await send(at, '/api/auth/register', { ...ELIF, email })
    if (answer.status === 201) {
      stored.push(email)
      await answer.arrayBuffer()
      return '201'
    }
    return `${answer.status} ${(await jsonOf<Refusal>(answer)).code} ${answer.headers.get('retry-after') !== null}`
  }
  /** Age of the market's oldest input, ms. */
  const marketAge = async () => {
    const answer = await send(at, LIST)
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    return Date.now() - Date.parse(answer.headers.get('x-makas-as-of') ?? '')
  }
  // The database is up after the market.
  await eventually(async () => (await send(at, '/api/auth/me', undefined, { token: 'none' })).status === 401)
  expect(await signUp()).toBe('201')

  const refusals = new Set<string>()
  let oldest = 0
  let slowest = 0
  const refused = async () => {
    for (let tries = 0; ; tries++) {
      if (tries > 500) throw new Error('a full disk took everything')
      const outcome = await signUp()
      oldest = Math.max(oldest, await marketAge())
      if (outcome === '201') continue
      refusals.add(outcome)
      return
    }
  }
  const comesBack = async () => {
    disk.free()
    const freed = performance.now()
    await eventually(async () => (await signUp()) === '201')
    slowest = Math.max(slowest, performance.now() - freed)
  }
  for (let round = 0; round < ROUNDS; round++) {
    disk.fill()
    await refused()
    for (let more = 0; more < MORE; more++) await refused()
    await comesBack()
    disk.fill()
    // The next write finds no room for the WAL, which crashes the database.
    await disk.asOwner('select pg_switch_wal()').catch(() => undefined)
    await refused()
    for (let more = 0; more < MORE; more++) await refused()
    await comesBack()
  }
  expect([...refusals].filter((one) => !/^(507 not-stored|503 unavailable) true$/.test(one))).toEqual([])
  expect([...refusals]).toContain('507 not-stored true')
  expect(slowest).toBeLessThan(BACK_WITHIN_MS * slack)
  expect(oldest).toBeLessThan(5_000 * slack)
  for (const email of [stored[0], stored.at(-1)]) {
    const answer = await send(at, '/api/auth/login', { email, password: ELIF.password })
    expect([email, answer.status]).toEqual([email, 200])
    await answer.arrayBuffer()
  }
  await disk.asOwner(`do $$ begin if (select count(*) from users where email = any('{${stored.join(',')}}')) <> ${stored.length}
    then raise 'lost'; end if; end $$`)
  server.signal('SIGTERM')
  expect((await server.exit).code).toBe(0)
  recordFigure(context, {
    row: 'S3',
    wanted: '0 corrupt, market goes on, back ≤ 5 s after space returns',
    measured: `${2 * ROUNDS} times full: 0 of ${stored.length} accounts lost, market ≤ ${oldest} ms old, back ≤ ${Math.ceil(slowest)} ms`,
    seed,
  })
})
