import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { NatsServer, NO_NATS, natsProgram } from '../../adapters/bus/testing/nats-server.ts'
import { databaseUrlOf, makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { makeKeyRing } from '../../adapters/system/keys/key-file.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { Crowd } from '../testing/load/crowd.ts'

/** Readers of each API process; the last step is just below the limit of open files of one process. */
const STEPS = [2_500, 5_000, 10_000, 19_000] as const
const OPENED_PER_SECOND = 1_000
const OPEN_WITHIN_MS = 90_000
const LISTEN_MS = 20_000
const MIB = 1024 * 1024

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function figure(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test.runIf(isLongRun).for([1, 2, 4])(
  '[C2] how many readers %i api processes carry on this machine',
  {
    timeout: 900_000,
  },
  async (count, context) => {
    const program = natsProgram()
    if (program === null) return context.skip(NO_NATS)
    const folder = mkdtempSync(join(tmpdir(), 'makas-readers-'))
    const keyFile = join(folder, 'master.key')
    makeKeyRing(keyFile)
    const nats = await NatsServer.started(program)
    const shared = {
      DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner),
      NATS_URL: nats.url,
      LOG_LEVEL: 'warn',
    }
    const start = (role: string, settings: Record<string, string>) =>
      new ServerProcess({ ROLE: role, ...shared, ...settings }, mkdtempSync(join(folder, `${role}-`)))
    const engine = start('engine', { MASTER_KEY_FILE: keyFile, MARKET: 'demo', SIM_SYMBOLS: '20' })
    const apis = Array.from({ length: count }, () =>
      start('api', { MASTER_KEY_FILE: keyFile, RATE_LIMIT_SCALE: '1000' }),
    )
    const crowds = apis.map(() => new Crowd())
    context.onTestFinished(async () => {
      for (const crowd of crowds) crowd.stop()
      for (const server of [engine, ...apis]) server.signal('SIGKILL')
      await Promise.all([engine, ...apis].map(({ exit }) => exit))
      await nats.remove()
      rmSync(folder, { recursive: true, force: true })
    })
    const origins = await Promise.all(apis.map((api) => api.origin()))
    for (const origin of origins) {
      await eventually(async () => {
        const { market } = (await (await fetch(`${origin}/readyz`)).json()) as { market: string }
        return market === 'demo'
      })
    }
    const told: string[] = []
    let opened = 0
    for (const readers of STEPS) {
      for (const [place, crowd] of crowds.entries()) {
        crowd.open(origins[place] ?? '', { count: readers - opened, perSecond: OPENED_PER_SECOND })
      }
      opened = readers
      const end = performance.now() + OPEN_WITHIN_MS
      const served = async () =>
        (await Promise.all(crowds.map((crowd) => crowd.report()))).map((report) => report.served)
      while ((await served()).some((one) => one < readers) && performance.now() < end) await sleep(500)
      await Promise.all(crowds.map((crowd) => crowd.report(true)))
      await sleep(LISTEN_MS)
      const seen = await Promise.all(crowds.map((crowd) => crowd.report()))
      const behind = Math.max(...seen.map(({ behindFirst }) => behindFirst.snapshot.p99))
      const resident = await Promise.all(origins.map((origin) => figure(origin, 'process_resident_memory_bytes')))
      told.push(
        `${readers} each: ${seen.map((one) => one.served).join(' and ')} served, ${seen.map((one) => one.lost).join(' and ')} lost, ` +
          `each list with the last reader ${behind} ms (p99) after the first, ${resident.map((bytes) => Math.round(bytes / MIB)).join(' and ')} MiB`,
      )
      const isCarried = seen.every((one) => one.served === readers && one.lost === 0)
      if (!isCarried) {
        told.push('here it ended')
        break
      }
    }
    expect(told.length).toBeGreaterThan(0)
    recordFigure(context, {
      row: 'C2',
      wanted: '100,000 readers over four api processes, as far as this machine carries them',
      measured: `visiting readers of ${count} api process${count === 1 ? '' : 'es'}, all on one machine of two cores with engine and readers: ${told.join('; ')}`,
      seed: 0,
    })
  },
)
