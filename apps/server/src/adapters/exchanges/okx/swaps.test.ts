import { decimalText } from '@makas/domain'
import { expect, test } from 'vitest'
import { pause } from '../../../http/testing/own-time.ts'
import { levelsOf, plain } from '../testing/feed-rig.ts'
import { linear, perpRig } from '../testing/perp-rig.ts'

test('of the simulated exchange, written after the documents by others, all books and payments are its own', async (context) => {
  const { rig, simulator, told, truthOf } = await perpRig(context, 'okx', 6, { symbols: 6, limits: false })
  await rig.startWith(linear)
  await rig.until('all tiers', () => rig.books.every(({ symbol }) => told('tiers', symbol).length > 0))
  simulator.pause()
  await pause(600)
  expect(rig.books.length).toBeGreaterThan(3)
  expect(rig.live).toBe(rig.books.length)
  for (const slot of rig.books) {
    const { symbol } = slot
    const name = truthOf(symbol)
    const book = simulator.perpBookOf('okx', name)
    for (const side of ['bids', 'asks'] as const) {
      expect(levelsOf(slot, side, 10)).toEqual(book[side].slice(0, 10).map((level) => level.map(plain)))
    }
    const truth = simulator.fundingOf('okx', name)
    const facts = rig.facts.filter((fact) => 'symbol' in fact && fact.symbol === symbol)
    const mark = facts.findLast((fact) => fact.kind === 'mark')
    const rate = facts.findLast((fact) => fact.kind === 'rate')
    const interval = facts.findLast((fact) => fact.kind === 'interval')
    expect(mark && decimalText(mark.mark)).toBe(plain(truth.mark))
    expect(rate?.nextFundingAt).toBe(truth.nextAt)
    expect(interval?.hours).toBe(truth.intervalHours)
    const settled = new Map(
      facts.flatMap((fact) => (fact.kind === 'settled' ? fact.rates : [])).map((one) => [one.time, one.rate]),
    )
    const latest = truth.settled.slice(-21)
    expect(latest.map(({ time }) => settled.get(time)).map((one) => one && decimalText(one))).toEqual(
      latest.map(({ rate: text }) => plain(text)),
    )
  }
  expect([rig.refused, rig.status().unconfirmed]).toEqual([[], 0])
})
