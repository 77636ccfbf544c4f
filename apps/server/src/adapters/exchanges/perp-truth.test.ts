import type { Instrument } from '@makas/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { FeedRig, levelsOf, plain } from './testing/feed-rig.ts'
import { plainFacts } from './testing/plain-facts.ts'

/** Beside bitcoin a coin whose contracts and steps are large. */
const BASES = ['BTC', 'PEPE']

let simulator: Simulator
let rig: FeedRig
afterEach(async () => {
  await rig.stop()
  await simulator.stop()
})

async function start(exchange: 'okx' | 'kraken'): Promise<void> {
  simulator = await startSimulator({ seed: 1, symbols: 20, port: 0 })
  rig = new FeedRig({ exchange, market: 'perp', origin: simulator.origin })
  await rig.startWith((listed) =>
    listed.filter(({ baseTicker }) => BASES.includes(baseTicker)).map(({ symbol }) => symbol),
  )
}

/** The simulator's name of a perpetual. */
const nameOf = ({ baseTicker, quoteTicker }: Instrument) => `${baseTicker}/${quoteTicker}:${quoteTicker}`
const wanted = () => rig.listed.filter(({ symbol }) => rig.slots.has(symbol))
/** The rate in a ticker: the estimate of the next payment; on Kraken the rate of the hour that has begun. */
function runningRate(exchange: 'okx' | 'kraken', one: Instrument): string | undefined {
  const { rate, settled } = simulator.fundingOf(exchange, nameOf(one))
  return exchange === 'kraken' ? settled.at(-1)?.rate : rate
}
/** Whether the kept book is the exchange's own, as deep as detection ever looks. */
function hasTrueBook(exchange: 'okx' | 'kraken', one: Instrument): boolean {
  const truth = simulator.perpBookOf(exchange, nameOf(one))
  return (['bids', 'asks'] as const).every((side) => {
    const own = levelsOf(rig.slot(one.symbol), side, 50)
    return JSON.stringify(own) === JSON.stringify(truth[side].slice(0, 50).map((level) => level.map(plain)))
  })
}
/** The last fact of this kind and symbol. */
const last = (kind: string, symbol: string) =>
  plainFacts(rig.facts.filter((fact) => fact.kind === kind)).findLast(([, of]) => of === symbol)

describe.each(['okx', 'kraken'] as const)('the perpetuals of %s, fed live', (exchange) => {
  test('books, marks, rates, settled payments and tiers equal the exchange’s', async () => {
    await start(exchange)
    const before = new Map(wanted().map((one) => [nameOf(one), runningRate(exchange, one)]))
    const symbols = [...rig.slots.keys()]
    const knows = (kind: string, symbol: string) => last(kind, symbol) !== undefined
    await rig.until('every fact', () =>
      symbols.every((symbol) => ['mark', 'rate', 'settled'].every((kind) => knows(kind, symbol))),
    )
    if (exchange === 'okx') await rig.until('tiers', () => symbols.every((symbol) => knows('tiers', symbol)))
    simulator.pause()
    const truths = wanted().map((one) => [one, simulator.fundingOf(exchange, nameOf(one))] as const)
    expect(truths).toHaveLength(BASES.length)
    await rig.until('this moment', () =>
      truths.every(([one, { mark }]) => last('mark', one.symbol)?.[2] === mark && hasTrueBook(exchange, one)),
    )
    for (const [one, { nextAt, settled, index }] of truths) {
      const { symbol } = one
      const [, , told, toldAt] = last('rate', symbol) ?? []
      // An estimate moves each minute, which may have passed since the fact came.
      expect([runningRate(exchange, one), before.get(nameOf(one))]).toContain(told)
      expect(toldAt).toBe(nextAt)
      if (exchange === 'kraken') expect(last('mark', symbol)?.[3]).toBe(index)
      const known = new Map(rig.facts.flatMap((fact) => payments(fact, symbol)))
      const recent = settled.slice(-21).map((payment) => [payment.time, payment.rate] as const)
      expect(recent.map(([at]) => [at, known.get(at)])).toEqual(recent)
      const table = exchange === 'okx' ? last('tiers', symbol)?.slice(3) : one.tiers?.tiers
      expect(table?.length).toBeGreaterThan(3)
    }
    expect(rig.refused).toEqual([])
    expect(rig.lost).toEqual([])
  })
})

test('[F19] OKX: another interval, or its absence, is known within seconds', async () => {
  await start('okx')
  const hours = () => last('interval', 'BTC-USDT-SWAP')?.[2]
  await rig.until('8 h', () => hours() === 8)
  for (const changed of [4, 1, null]) {
    simulator.script({ kind: 'funding-interval', exchange: 'okx', symbol: 'BTC/USDT:USDT', hours: changed })
    await rig.until(`${changed} h`, () => hours() === changed)
  }
  // This coin alone is paid every four hours.
  expect(last('interval', 'PEPE-USDT-SWAP')?.[2]).toBe(4)
})

/** Payments of a symbol that a fact tells, by time. */
function payments(fact: (typeof rig.facts)[number], symbol: string): [number, string][] {
  if (fact.kind !== 'settled' || fact.symbol !== symbol) return []
  const [told] = plainFacts([fact])
  return (told?.slice(2) ?? []) as [number, string][]
}
