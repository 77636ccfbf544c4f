import '../testing/world/virtual-parts.ts'
import { CarryAnswer } from '@makas/contract'
import type { ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { seedFor } from '../../../../../scripts/run-length.ts'
import { presentEvidence } from '../../app/market/opportunity/present/present.ts'
import type { Route } from '../../app/market/route/route.ts'
import { virtualTime } from '../testing/world/virtual-time.ts'
import { startWorld, type World } from '../testing/world/world.ts'

const HOUR_MS = 3_600_000
/** Without Kraken, whose perpetuals always pay every hour. */
const EXCHANGES = ['binance', 'okx', 'bybit'] as const
/**
 * Time from the virtual epoch to a payment of all intervals but eight hours; the market starts `BEFORE_MS` before it.
 */
const PAYS_AFTER_MS = 4 * HOUR_MS
const BEFORE_MS = 85_000
/** Least time between two REST calls for Binance's intervals, which its streams do not have, ms. */
const REST_MS = 60_000
/** Time for a payment and the REST calls after it, ms. */
const AFTER_MS = 10_000
/**
 * Longest time until a new interval is published, ms: mark tickers (every 3 s at most), one REST call, one publication.
 */
const AT_ONCE_MS = 5_000
const CLOSE = 1e-9

type WatchedRoute = { readonly exchange: ExchangeId; readonly route: Route; readonly symbol: string }

/** Row and evidence of an open route, parsed by the contract. */
function answerOf(world: World, { id, opportunity }: Route): CarryAnswer {
  const published = world.state?.rows.carry.find((one) => one.id === id)
  if (published === undefined || opportunity === null) throw new Error(`${id} is not listed`)
  return CarryAnswer.parse({
    row: JSON.parse(published.json),
    evidence: JSON.parse(JSON.stringify(presentEvidence(opportunity))),
  })
}

/** Reference of the yearly yield: funding as the exchange paid it; only amounts, costs and mark from the evidence. */
function plainApy(world: World, { exchange, symbol }: WatchedRoute, { evidence }: CarryAnswer): number {
  const { settled } = world.simulator.fundingOf(exchange, symbol)
  const last = settled.slice(-22)
  let sum = 0
  for (const [at, { rate, time: paidAt }] of last.entries()) {
    const before = last[at - 1]?.time
    if (before !== undefined) sum += Number(rate) / ((paidAt - before) / HOUR_MS)
  }
  const days = Number(evidence.hold_days)
  const funding = 24 * days * (sum / 21) * Number(evidence.mark) * Number(evidence.qty)
  const costs = Number(evidence.fees) + Number(evidence.slippage_entry) + Number(evidence.slippage_exit)
  return (1 + (funding - costs) / Number(evidence.capital)) ** (365 / days) - 1
}

test('[F19] an interval that changes in mid-run counts at once; an interval that is no longer stated ends the yield', async (context) => {
  const seed = seedFor('F19', 191)
  const paysAt = virtualTime.now() + PAYS_AFTER_MS
  await virtualTime.pass(PAYS_AFTER_MS - BEFORE_MS)
  const world = await startWorld(context, { seed, symbols: 3, exchanges: EXCHANGES, covers: 'all', isWitnessed: false })
  await world.warm()
  /** Id of an exchange's best listed row with 2x leverage, which stays open whatever the books do. */
  const best = (exchange: ExchangeId) =>
    (world.state?.rows.carry ?? []).find(({ id }) => id.includes(`.${exchange}.`) && id.endsWith('.2x'))?.id
  await world.until('carry rows', () => EXCHANGES.every((exchange) => best(exchange) !== undefined))
  const watched = EXCHANGES.map((exchange): WatchedRoute => {
    const id = best(exchange)
    const route = [...world.run.engine.open].find((one) => one.id === id)
    const slot = route?.legs[1]?.slot
    if (route === undefined || slot === undefined) throw new Error(`no carry row on ${exchange}`)
    return { exchange, route, symbol: world.truth.instrumentOf(slot).listing.symbol }
  })
  const took: number[] = []
  const wrong: number[] = []
  const change = async (hours: number | null, of: readonly WatchedRoute[], holds: (one: WatchedRoute) => boolean) => {
    // A paused market makes a virtual minute cheap.
    world.simulator.pause()
    await world.pass(REST_MS)
    world.simulator.resume()
    await world.until('rows again', () => watched.every(({ route }) => route.opportunity !== null))
    const from = world.now
    for (const { exchange, symbol } of of) world.simulator.script({ kind: 'funding-interval', exchange, symbol, hours })
    for (const one of of) {
      await world.until(`${hours} h on ${one.exchange}`, () => holds(one))
      took.push(world.now - from)
    }
  }
  const shows = (hours: number) => (one: WatchedRoute) => {
    const published = world.state?.rows.carry.find(({ id }) => id === one.route.id)
    return published?.json.includes(`"funding_interval_h":${hours},`) === true
  }
  const compare = () => {
    for (const one of watched) {
      const answer = answerOf(world, one.route)
      wrong.push(Math.abs(answer.row.net_apy / 100 - plainApy(world, one, answer)))
    }
  }
  await world.pass(200)
  compare()
  await change(4, watched, shows(4))
  compare()
  await world.pass(paysAt - virtualTime.now() + AFTER_MS)
  // A payment after four hours counts with that interval, beside payments after eight.
  for (const { route } of watched) expect(answerOf(world, route).evidence.intervals.slice(-2)).toEqual(['8', '4'])
  compare()
  await change(1, watched, shows(1))
  compare()
  // Not Binance: an entry missing from its list means eight hours, and the rest of the list is read hourly.
  const stated = watched.filter(({ exchange }) => exchange !== 'binance')
  const unknown = world.run.engine.rejected['interval-unknown']
  await change(null, stated, ({ route }) => route.opportunity === null && route.rejection === 'interval-unknown')
  await world.pass(2_000)
  const yields = world.state?.rows.carry.filter(({ id }) => stated.some(({ route }) => route.id === id)).length
  recordFigure(context, {
    row: 'F19',
    wanted: 'a new interval counts at once; yearly yield within 1e-9 of the reference; none without an interval',
    measured: `8 h to 4, 1 and none on three exchanges: after ${Math.max(...took)} ms at most; ${wrong.length} yields, ${Math.max(...wrong).toExponential(1)} off at most; ${yields} rows without an interval`,
    seed,
  })
  expect(wrong).toHaveLength(4 * watched.length)
  expect(Math.max(...wrong)).toBeLessThan(CLOSE)
  expect(Math.max(...took)).toBeLessThanOrEqual(AT_ONCE_MS)
  expect(yields).toBe(0)
  expect(world.run.engine.rejected['interval-unknown']).toBeGreaterThan(unknown)
  expect(world.violations.slice(0, 5)).toEqual([])
})
