import { describe, test } from 'vitest'
import { pause } from '../../http/testing/own-time.ts'
import { linear, perpRig } from './testing/perp-rig.ts'

describe.concurrent.each([
  { exchange: 'binance', bitcoin: 'BTCUSDT', rate: 0.3, gaps: 1 },
  { exchange: 'kraken', bitcoin: 'PF_XBTUSD', rate: 0.1, gaps: 2 },
] as const)('the perpetuals of $exchange', ({ exchange, bitcoin, rate, gaps }) => {
  test('[F5] what is missing costs that book alone, and it comes back', async (context) => {
    const { expect } = context
    const { rig, simulator, truthOf, told, differing } = await perpRig(context, exchange)
    await rig.startWith(linear)
    await rig.until('all marks', () => rig.books.every(({ symbol }) => told('mark', symbol).length > 0))
    expect(rig.status()).toMatchObject({ state: 'live', sockets: 2, unconfirmed: 0, refusedSubscriptions: 0, bans: 0 })
    expect([rig.refused, simulator.counters.refusals]).toEqual([[], 0])
    simulator.script({ exchange, kind: 'drop', rate, seed: 5, symbol: truthOf(bitcoin) })
    await rig.until('some gaps', () => rig.lost.length >= gaps)
    simulator.clearFaults()
    await pause(1_200)
    expect(await differing()).toEqual([])
    expect(new Set(rig.lost.map(({ symbol }) => symbol))).toEqual(new Set([bitcoin]))
    expect(rig.lost[0]?.reason).toBe('gap')
  })

  test('[F1] when connections end, books are lost at once, come back, and marks go on', async (context) => {
    const { expect } = context
    const { rig, simulator, told, differing } = await perpRig(context, exchange)
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

  test('[F3] silent marks are asked for again and then on a new connection; the books stay', async (context) => {
    const { expect } = context
    const { rig, simulator } = await perpRig(context, exchange, 8)
    await rig.startWith(linear)
    simulator.script({ exchange, kind: 'silent-marks' })
    await rig.until('a new connection', () => rig.logs.some(({ event }) => event === 'feed.marks-disconnected'))
    expect(rig.lost).toEqual([])
  })
})
