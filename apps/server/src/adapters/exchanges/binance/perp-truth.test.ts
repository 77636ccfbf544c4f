import { decimalText } from '@makas/domain'
import { expect, test } from 'vitest'
import { plain } from '../testing/feed-rig.ts'
import { linear, perpRig } from '../testing/perp-rig.ts'

const exchange = 'binance'

test('books, marks, rates and payments equal the simulated exchange’s, which others wrote', async (context) => {
  const { rig, simulator, truthOf, told, differing } = await perpRig(context, exchange)
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
    const at = (time: number) => paid.find((one) => Math.abs(one.time - time) < 1_000)?.rate
    const latest = truth.settled.slice(-22)
    expect([symbol, ...latest.map((one) => at(one.time)).map((one) => one && decimalText(one))]).toEqual([
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
