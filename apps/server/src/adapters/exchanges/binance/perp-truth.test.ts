import { decimalText, type Instrument } from '@makas/domain'
import { type TestContext, test } from 'vitest'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { pause } from '../../../http/testing/own-time.ts'
import { startSimulator } from '../../../simulator/index.ts'
import { FastClock } from '../testing/fast-clock.ts'
import { FeedRig, levelsOf, plain } from '../testing/feed-rig.ts'
import { looked } from '../testing/market-rig.ts'
import { BINANCE_CHANNEL, binanceFeed } from './feed.ts'
import { binance } from './map.ts'

const exchange = 'binance'
const linear = (listed: readonly Instrument[]) =>
  listed.filter(({ inverse, status }) => !inverse && status === 'trading').map(({ symbol }) => symbol)

async function start({ onTestFinished }: TestContext, factor = 1) {
  const simulator = await startSimulator({ seed: 1, symbols: 8, port: 0 })
  const clock = new FastClock(factor)
  const rig = new FeedRig({
    open: binanceFeed,
    protocol: binance,
    channel: BINANCE_CHANNEL,
    market: 'perp',
    origin: simulator.origin,
    clock,
  })
  onTestFinished(async () => {
    await rig.stop()
    clock.stop()
    await simulator.stop()
  })
  /** The simulator's own name of a listed instrument. */
  const truthOf = (symbol: string) => {
    const listed = rig.listed.find((one) => one.symbol === symbol)
    return `${listed?.baseTicker}/${listed?.quoteTicker}:${listed?.quoteTicker}`
  }
  const told = <K extends PerpFact['kind']>(kind: K, symbol: string) =>
    rig.facts.filter(
      (fact): fact is PerpFact & { kind: K } => fact.kind === kind && 'symbol' in fact && fact.symbol === symbol,
    )
  /** The books that differ from the simulator's own, its time standing still. */
  const differing = async () => {
    simulator.pause()
    const wrong = await looked(rig, (slot) => {
      const truth = simulator.perpBookOf(exchange, truthOf(slot.symbol))
      const wanted = (side: 'bids' | 'asks') => truth[side].slice(0, 10).map((level) => level.map(plain))
      return (['bids', 'asks'] as const).some(
        (side) => JSON.stringify(levelsOf(slot, side, 10)) !== JSON.stringify(wanted(side)),
      )
    })
    return wrong.map(({ symbol }) => symbol)
  }
  return { rig, simulator, truthOf, told, differing }
}

test.concurrent('books, marks, rates and payments are those of the simulated exchange, which others wrote', async (context) => {
  const { expect } = context
  const { rig, simulator, truthOf, told, differing } = await start(context)
  await rig.startWith(linear)
  await rig.until('all payments', () => rig.books.every(({ symbol }) => told('settled', symbol).length > 0))
  expect(await differing()).toEqual([])
  simulator.pause()
  expect(rig.books.length).toBeGreaterThan(5)
  // A rate moves once a minute and marks stand still in a pause: later frames repeat them.
  const isTrue = (symbol: string) => {
    const truth = simulator.fundingOf(exchange, truthOf(symbol))
    const mark = told('mark', symbol).at(-1)
    const rate = told('rate', symbol).at(-1)
    const ours = [mark?.mark, mark?.index, rate?.rate].map((one) => (one ? decimalText(one) : null))
    const theirs = [truth.mark, truth.index, truth.rate].map(plain)
    return JSON.stringify([...ours, rate?.nextFundingAt]) === JSON.stringify([...theirs, truth.nextAt])
  }
  await rig.until('the true marks and rates', () => rig.books.every(({ symbol }) => isTrue(symbol)))
  const intervals = rig.facts.findLast((fact) => fact.kind === 'intervals')
  for (const { symbol } of rig.books) {
    const truth = simulator.fundingOf(exchange, truthOf(symbol))
    const paid = told('settled', symbol).flatMap(({ rates }) => rates)
    // Binance lists a payment some milliseconds after its time.
    const at = (time: number) => paid.find((one) => Math.abs(one.at - time) < 1_000)?.rate
    const latest = truth.settled.slice(-22)
    expect([symbol, ...latest.map((one) => at(one.at)).map((one) => one && decimalText(one))]).toEqual([
      symbol,
      ...latest.map((one) => plain(one.rate)),
    ])
    const listed = rig.listed.find((one) => one.symbol === symbol)?.fundingIntervalHours
    expect([symbol, listed ?? intervals?.hours.get(symbol) ?? intervals?.otherwise]).toEqual([
      symbol,
      truth.intervalHours,
    ])
  }
  expect(rig.refused).toEqual([])
  expect(rig.status()).toMatchObject({ state: 'live', sockets: 2, unconfirmed: 0, refusedSubscriptions: 0, bans: 0 })
  expect(simulator.counters.refusals).toBe(0)
})

test.concurrent('[F5] what is missing costs that book alone, and it comes back', async (context) => {
  const { expect } = context
  const { rig, simulator, truthOf, differing } = await start(context)
  await rig.startWith(linear)
  const [first] = rig.books
  const symbol = first?.symbol ?? ''
  simulator.script({ exchange, kind: 'drop', rate: 0.3, seed: 5, symbol: truthOf(symbol) })
  await rig.until('a gap', () => rig.lost.length > 0)
  simulator.clearFaults()
  await pause(1_200)
  expect(await differing()).toEqual([])
  expect(new Set(rig.lost.map((loss) => loss.symbol))).toEqual(new Set([symbol]))
  expect(rig.lost[0]?.reason).toBe('gap')
})

test.concurrent('[F1] when connections end, books are lost at once, come back, and marks go on', async (context) => {
  const { expect } = context
  const { rig, simulator, told, differing } = await start(context)
  await rig.startWith(linear)
  simulator.script({ exchange, kind: 'disconnect', how: 'reset', count: 2 })
  await rig.until('the loss', () => rig.lost.length >= rig.books.length)
  await rig.until('all books', () => rig.live === rig.books.length)
  const before = rig.books.map(({ symbol }) => told('mark', symbol).length)
  await rig.until('new marks', () =>
    rig.books.every(({ symbol }, at) => told('mark', symbol).length > (before[at] ?? 0)),
  )
  expect(await differing()).toEqual([])
  expect(rig.status().reconnects).toBe(2)
})

test.concurrent('[F3] silent marks are asked for again and then on a new connection; the books stay', async (context) => {
  const { expect } = context
  const { rig, simulator } = await start(context, 8)
  await rig.startWith(linear)
  simulator.script({ exchange, kind: 'silent-marks' })
  await rig.until('a new connection', () => rig.logs.some(({ event }) => event === 'feed.marks-disconnected'))
  expect(rig.lost).toEqual([])
})
