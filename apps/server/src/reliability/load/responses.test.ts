import '../testing/world/virtual-parts.ts'
import { CryptoPrices, EvidenceAnswer, LISTS, Lifetimes, MarketStats, PATHS, Status } from '@makas/contract'
import { MODES } from '@makas/domain'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { ALL, startWorld, type World } from '../testing/world/world.ts'
import { type Ask, serveWorld } from '../testing/world/world-server.ts'

/** Evidence requests at a time: of this many best rows, and of this many rows closed last. */
const MOST_EVIDENCE = 5

/** Texts that are no valid price, size, rate or rule, and some that are just valid. */
const NONSENSE = [
  '0',
  '-0',
  '0.0',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '1e5',
  'NaN',
  'Infinity',
  '-Infinity',
  '',
  'null',
  '0.000000000000000001',
  '9007199254740993',
  '99999999999999999999999999',
  '1.7976931348623157e309',
]

/** Replaces one value by nonsense in a `share` of the texts; quotes stay as they were. */
function spoiler(seed: number, share: number): (exchange: string, text: string) => string {
  const random = seededRandom(seed)
  return (_, text) => {
    if (random() >= share) return text
    const values = [...text.matchAll(/"-?\d[\d.]*"|(?<=[:,[])-?\d[\d.]*(?=[,\]}])/g)]
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) return text
    const word = NONSENSE[Math.floor(random() * NONSENSE.length)] as string
    const put = value[0].startsWith('"') ? `"${word}"` : word === '' ? 'null' : word
    return text.slice(0, value.index) + put + text.slice(value.index + value[0].length)
  }
}

/** Scripts one random fault that changes states: lost, stale, halted, banned, skewed. */
async function trouble(world: World, random: () => number): Promise<void> {
  const exchange = ALL[Math.floor(random() * ALL.length)] as (typeof ALL)[number]
  const dice = random()
  if (dice < 0.3) world.simulator.script({ exchange, kind: 'disconnect', count: 1 })
  else if (dice < 0.5) world.simulator.script({ exchange, kind: 'silent', forMs: 1_000 + random() * 12_000 })
  else if (dice < 0.65) world.simulator.script({ exchange, kind: 'freeze', forMs: 5_000 })
  else if (dice < 0.75)
    world.simulator.script({ exchange, kind: 'time-offset', ms: 60_000 * (random() - 0.5), forMs: 9_000 })
  else if (dice < 0.85) world.simulator.script({ exchange, kind: 'halt', count: 2 })
  else if (dice < 0.95) world.simulator.script({ exchange, kind: 'down', forMs: 4_000 })
  else world.simulator.script({ exchange, kind: '429', retryAfterS: 5 })
  await world.pass(1_000 + random() * 2_000)
  if (random() < 0.1) world.simulator.clearFaults()
}

/** A sample line of Prometheus text. */
const METRIC = /^[a-z_][a-z0-9_]*(\{[^}]*\})? -?\d+(\.\d+)?(e[+-]\d+)?$/
const NOT_FINITE = /\b(NaN|Infinity|undefined)\b/

/** Calls every endpoint and collects faults of the answers. */
class Examiner {
  readonly wrong: string[] = []
  bodies = 0
  values = 0
  rows = 0

  async ask(ask: Ask, path: string, schema: z.ZodType): Promise<unknown> {
    const { status, body } = await ask(path)
    this.bodies++
    if (status !== 200) {
      this.wrong.push(`${path}: status ${status}`)
      return null
    }
    if (NOT_FINITE.test(body)) this.wrong.push(`${path}: ${NOT_FINITE.exec(body)?.[0]}`)
    const value: unknown = JSON.parse(body, (_, part: unknown) => {
      if (typeof part === 'number') this.values++
      return part
    })
    const parsed = schema.safeParse(value)
    if (!parsed.success) this.wrong.push(`${path}: ${JSON.stringify(parsed.error.issues.slice(0, 2))}`)
    return value
  }

  async all(ask: Ask): Promise<void> {
    for (const mode of MODES) {
      const rows = (await this.ask(ask, PATHS.lists[mode], LISTS[mode])) as readonly { id: string }[] | null
      this.rows += rows?.length ?? 0
      for (const { id } of rows?.slice(0, MOST_EVIDENCE) ?? []) {
        await this.ask(ask, PATHS.evidence(id), EvidenceAnswer)
      }
    }
    await this.ask(ask, PATHS.marketStats, MarketStats)
    await this.ask(ask, PATHS.cryptoPrices, CryptoPrices)
    await this.ask(ask, PATHS.status, Status)
    await this.ask(ask, `${PATHS.lifetimes}?source=demo`, Lifetimes)
    const { body } = await ask('/metrics')
    this.bodies++
    for (const line of body.split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      this.values++
      if (!METRIC.test(line)) this.wrong.push(`/metrics: ${line}`)
    }
  }
}

test('[D3] whatever the exchanges send, every answer has finite numbers and is what the contract says', async (context) => {
  const seed = seedFor('D3', 31)
  // Not witnessed: frames are altered on the way, so that no true book has their levels.
  const world = await startWorld(context, { seed, symbols: 8, covers: 'all', isWitnessed: false })
  const { live, visitor } = await serveWorld(context, world)
  await world.warm()
  const random = seededRandom(seed)
  world.gateway.tamper = spoiler(seed, 0.002)
  world.gateway.tamperBody = spoiler(seed + 1, 0.2)
  const examiner = new Examiner()
  const rounds = isLongRun ? 200 : 14
  for (let round = 0; round < rounds; round++) {
    await trouble(world, random)
    await examiner.all(live)
    await examiner.all(visitor)
    for (const route of world.closed.slice(-MOST_EVIDENCE)) {
      await examiner.ask(live, PATHS.evidence(route.id), EvidenceAnswer)
    }
  }
  recordFigure(context, {
    row: 'D3',
    wanted: '0 non-finite values, in any response',
    measured: `${examiner.wrong.length} of ${examiner.values} numbers in ${examiner.bodies} answers with ${examiner.rows} rows; ${world.refused.length} texts refused`,
    seed,
  })
  expect(examiner.wrong.slice(0, 5)).toEqual([])
  expect(examiner.rows).toBeGreaterThan(rounds)
  expect(world.refused.length).toBeGreaterThan(rounds)
})
