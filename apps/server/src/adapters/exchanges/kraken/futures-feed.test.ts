import type { Instrument } from '@makas/domain'
import { type TestContext, test } from 'vitest'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { pause } from '../../../http/testing/own-time.ts'
import { startSimulator } from '../../../simulator/index.ts'
import { FastClock } from '../testing/fast-clock.ts'
import { FeedRig, levelsOf, plain } from '../testing/feed-rig.ts'
import { looked } from '../testing/market-rig.ts'
import { KRAKEN_CHANNELS, krakenFeed } from './feed.ts'
import { kraken } from './map.ts'

const linear = (listed: readonly Instrument[]) => listed.filter(({ inverse }) => !inverse).map(({ symbol }) => symbol)

async function start({ onTestFinished }: TestContext, factor = 1) {
  const simulator = await startSimulator({ seed: 1, symbols: 8, port: 0 })
  const clock = new FastClock(factor)
  const rig = new FeedRig({
    open: krakenFeed,
    protocol: kraken,
    channel: KRAKEN_CHANNELS.perp,
    market: 'perp',
    origin: simulator.origin,
    clock,
  })
  onTestFinished(async () => {
    await rig.stop()
    clock.stop()
    await simulator.stop()
  })
  const truthOf = (symbol: string) => `${symbol.slice(3, -3).replace('XBT', 'BTC').replace('XDG', 'DOGE')}/USD:USD`
  const told = <K extends PerpFact['kind']>(kind: K, symbol: string) =>
    rig.facts.filter(
      (fact): fact is PerpFact & { kind: K } => fact.kind === kind && 'symbol' in fact && fact.symbol === symbol,
    )
  /** The books that differ from the simulator's own, its time standing still. */
  const differing = async () => {
    simulator.pause()
    const wrong = await looked(rig, (slot) => {
      const truth = simulator.perpBookOf('kraken', truthOf(slot.symbol))
      const wanted = (side: 'bids' | 'asks') => truth[side].slice(0, 10).map((level) => level.map(plain))
      return (['bids', 'asks'] as const).some(
        (side) => JSON.stringify(levelsOf(slot, side, 10)) !== JSON.stringify(wanted(side)),
      )
    })
    return wrong.map(({ symbol }) => symbol)
  }
  return { rig, simulator, told, differing }
}

test.concurrent('[F5] a missing number costs that book alone, and it comes back', async (context) => {
  const { expect } = context
  const { rig, simulator, differing, told } = await start(context)
  await rig.startWith(linear)
  await rig.until('all marks', () => rig.books.every(({ symbol }) => told('mark', symbol).length > 0))
  expect(rig.status()).toMatchObject({ state: 'live', sockets: 2, unconfirmed: 0, refusedSubscriptions: 0, bans: 0 })
  expect([rig.refused, simulator.counters.refusals]).toEqual([[], 0])
  simulator.script({ exchange: 'kraken', kind: 'drop', rate: 0.1, seed: 5, symbol: 'BTC/USD:USD' })
  await rig.until('some gaps', () => rig.lost.length >= 2)
  simulator.clearFaults()
  await pause(1_200)
  expect(await differing()).toEqual([])
  expect(new Set(rig.lost.map(({ symbol }) => symbol))).toEqual(new Set(['PF_XBTUSD']))
  expect(rig.lost[0]?.reason).toBe('gap')
})

test.concurrent('[F1] when connections end, books are lost at once, come back, and marks go on', async (context) => {
  const { expect } = context
  const { rig, simulator, told, differing } = await start(context)
  await rig.startWith(linear)
  simulator.script({ exchange: 'kraken', kind: 'disconnect', how: 'reset', count: 2 })
  await rig.until('the loss', () => rig.lost.length === rig.books.length)
  await rig.until('all books', () => rig.live === rig.books.length)
  const before = rig.books.map(({ symbol }) => told('mark', symbol).length)
  await rig.until('new marks', () =>
    rig.books.every(({ symbol }, at) => told('mark', symbol).length > (before[at] ?? 0)),
  )
  expect(await differing()).toEqual([])
  expect(rig.status().reconnects).toBe(2)
})

test.concurrent('[F4] a product that is refused without its name is found, and takes no other with it', async (context) => {
  const { expect } = context
  const { rig } = await start(context, 8)
  rig.feed.start()
  await rig.until('a list', () => rig.listed.length > 0)
  rig.want(['PF_NOPEUSD', ...linear(rig.listed)])
  await rig.until('all others', () => rig.live === rig.slots.size - 1)
  await rig.until('the refusals', () => rig.status().refusedSubscriptions === 2)
  expect(
    rig.logs.filter(({ event }) => event === 'feed.subscription-refused').map(({ data }) => [data.of, data.symbols]),
  ).toEqual(
    expect.arrayContaining([
      ['books', ['PF_NOPEUSD']],
      ['marks', ['PF_NOPEUSD']],
    ]),
  )
})

test.concurrent('[F3] silent marks are asked for again and then on a new connection; the books stay', async (context) => {
  const { expect } = context
  const { rig, simulator } = await start(context, 8)
  await rig.startWith(linear)
  simulator.script({ exchange: 'kraken', kind: 'silent-marks' })
  await rig.until('a new connection', () => rig.logs.some(({ event }) => event === 'feed.marks-disconnected'))
  expect(rig.lost).toEqual([])
})

test.concurrent('[F3] ticking marks do not hide that all books are silent', async (context) => {
  const { rig, simulator } = await start(context, 8)
  await rig.startWith(linear)
  simulator.pause()
  const left = () => rig.controls.filter(({ kind }) => kind === 'unsubscribed').length
  await rig.until('all books asked for again', () => left() >= rig.books.length)
})
