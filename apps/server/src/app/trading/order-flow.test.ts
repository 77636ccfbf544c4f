import { type SentOrder, type TradeLeg, type TradePlan, tradeLeft } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import type { ExchangeOrder } from '../ports/trading/order-vault.ts'
import type { Trade } from '../ports/trading/trades.ts'
import { orderNumberOf } from './client-ids.ts'
import { type Away, type Fate, PLACES, PlayedExchange, SMOOTH } from './testing/played-exchange.ts'
import { type Ended, PlayedDatabase, PlayedProcess, unbegun } from './testing/played-trades.ts'
import { PLAN, TRADE } from './testing/trades.ts'
import { VirtualClock } from './testing/virtual-clock.ts'

const LONGEST_MS = 48 * 3_600_000
const RUNS = isLongRun ? 10_000 : 500

const [BUY, SELL] = PLAN.legs as [TradeLeg, TradeLeg]
const CARRY: TradePlan = { ...PLAN, legs: [BUY, { ...SELL, market: 'perp' }] }
const CYCLE: TradePlan = {
  ...PLAN,
  kind: 'cycle',
  legs: [
    { ...BUY, symbol: 'AAAUSDT', base: 'AAA', quantity: '2', limit: '100' },
    { ...BUY, symbol: 'BBBAAA', base: 'BBB', quote: 'AAA', quantity: '20', limit: '0.0995', min_notional: '0.01' },
    { ...BUY, symbol: 'BBBUSDT', base: 'BBB', side: 'sell', quantity: '19.9', limit: '10.1' },
  ],
}
const ONE_KEY = { recordId: 'key-one', name: 'Binance Demo' }

/** A trade at exchanges that are played, and the processes that run it. */
class Play {
  readonly clock = new VirtualClock()
  readonly trade: Trade
  readonly database: PlayedDatabase
  readonly processes: PlayedProcess[] = []
  readonly #exchanges = new Map<string, PlayedExchange>()

  constructor(plan: TradePlan, fateOf: (order: ExchangeOrder) => Fate, aways: readonly Away[] = []) {
    this.trade = unbegun(plan, plan.kind === 'cycle' ? plan.legs.map(() => ONE_KEY) : TRADE.keys)
    for (const { recordId } of this.trade.keys) {
      const legs = plan.legs.filter((_, leg) => this.trade.keys[leg]?.recordId === recordId)
      this.#exchanges.set(recordId, new PlayedExchange(this.clock, legs, fateOf, aways))
    }
    this.database = new PlayedDatabase(this.clock, this.trade)
  }

  start(database = this.database): PlayedProcess {
    const started = new PlayedProcess(`process ${this.processes.length}`, database, this.clock, (recordId) => {
      const found = this.#exchanges.get(recordId)
      if (found === undefined) throw new Error('no such account')
      return found
    })
    this.processes.push(started)
    return started
  }

  /** A database of a copy, as a restore leaves it. */
  restored(moment: Trade): PlayedDatabase {
    return new PlayedDatabase(this.clock, { ...moment, restoredAt: this.clock.now() })
  }

  async end(database = this.database): Promise<Ended> {
    await this.clock.until(() => database.ended !== null, LONGEST_MS)
    return database.ended as Ended
  }

  get placed(): readonly string[] {
    return [...this.#exchanges.values()].flatMap(({ placed }) => placed)
  }

  /** What the orders left, as the exchanges know it. */
  left() {
    const { plan, id } = this.trade
    const orders = [...this.#exchanges.values()].flatMap((exchange) => exchange.results())
    const numbered = orders.map(({ kept: { order, leg }, result }) => {
      const { side, quantity, limit, isUnwind, clientId } = order
      const at = plan.legs.findIndex(
        ({ market, symbol, exchange }) => market === leg.market && symbol === leg.symbol && exchange === leg.exchange,
      )
      const sent: SentOrder = { leg: at, purpose: isUnwind ? 'unwind' : 'open', side, quantity, limit, result }
      return { sent, number: orderNumberOf(id, clientId) ?? -1 }
    })
    return tradeLeft(
      plan,
      numbered.toSorted((a, b) => a.number - b.number).map(({ sent }) => sent),
    )
  }

  /** The end is as the exchanges know it, or the trade ends open, with an alarm. */
  check({ outcome, left }: Ended, { alarms } = this.database): void {
    if (outcome === 'open') expect(alarms).toContain('trade-open')
    else expect([outcome, left]).toEqual([outcome, this.left()])
    expect(new Set(this.placed).size).toBe(this.placed.length)
  }
}

const hidden = (where: keyof Fate['hiddenMs'], ms: number): Fate['hiddenMs'] => ({ ...SMOOTH.hiddenMs, [where]: ms })
/** The fate of a trade's order by its number; all others go smoothly. */
const fates =
  (...given: readonly Fate[]) =>
  ({ clientId }: ExchangeOrder): Fate =>
    given[orderNumberOf(TRADE.id, clientId) ?? -1] ?? SMOOTH

describe('an order whose answer is lost', () => {
  test.each(PLACES.flatMap((place) => [1_000, 25_000, 70_000, 600_000].map((ms) => [place, ms] as const)))(
    'and that its exchange does not show at %s for %d ms is sold once',
    async (place, ms) => {
      const play = new Play(PLAN, fates(SMOOTH, { ...SMOOTH, answer: 'lost', hiddenMs: hidden(place, ms) }))
      play.start()
      const ended = await play.end()
      play.check(ended)
      expect([ended.outcome, play.placed.length, play.left()]).toEqual(['complete', 2, []])
    },
  )

  test('and that comes late is taken away by its cancellation, or counts', async () => {
    for (const lateMs of [1_000, 8_000, 15_000]) {
      const play = new Play(PLAN, fates(SMOOTH, { ...SMOOTH, answer: 'lost', lateMs }))
      play.start()
      play.check(await play.end())
      expect(play.left()).toEqual([])
    }
  })

  test('and that never came about is given back when all records agree', async () => {
    const play = new Play(PLAN, fates(SMOOTH, { ...SMOOTH, isRefused: true, answer: 'lost' }))
    play.start()
    const ended = await play.end()
    play.check(ended)
    expect(ended.outcome).toBe('unwound')
    expect(play.placed).toHaveLength(3)
  })

  test('and whose account was changed by somebody else stays unknown for hours, with an alarm', async () => {
    const play = new Play(PLAN, fates(SMOOTH, { ...SMOOTH, isRefused: true, answer: 'lost' }))
    const other = { ...play.trade, held: ['1000', '999'] }
    const database = new PlayedDatabase(play.clock, other)
    const began = play.clock.now()
    play.start(database)
    expect((await play.end(database)).outcome).toBe('open')
    expect([database.alarms, play.placed.length]).toEqual([['order-unsettled', 'trade-open'], 2])
    expect(play.clock.now() - began).toBeGreaterThan(6 * 3_600_000)
  })
})

describe('a trade that is restored', () => {
  test.each([
    ['complete', []],
    ['unwound', [SMOOTH, { ...SMOOTH, isRefused: true }]],
    ['partial', [SMOOTH, { ...SMOOTH, tenths: 5 }]],
  ] as const)('[SEC-87] of which the day ended %s sends nothing, from any of its moments', async (outcome, given) => {
    for (const plan of [PLAN, CARRY, CYCLE]) {
      const first = new Play(plan, fates(...given))
      first.start()
      const day = await first.end()
      if (plan === PLAN) expect(day.outcome).toBe(outcome)
      const moments = first.database.moments.filter((moment) => moment.outcome === null)
      expect(moments.length).toBeGreaterThan(2)
      for (const moment of moments) {
        // Beside the server that goes on, and after its end.
        for (const isBeside of [true, false]) {
          const play = new Play(plan, fates(...given))
          const real = play.start()
          await (isBeside
            ? play.clock.until(
                () => play.database.moments.length >= first.database.moments.indexOf(moment) + 1,
                LONGEST_MS,
              )
            : play.end())
          const copy = play.restored(moment)
          const process = play.start(copy)
          const ended = await play.end(copy)
          if (isBeside) await play.end()
          expect([process.sent, real.sent.length]).toEqual([[], play.placed.length])
          expect(ended.outcome).toBe(day.outcome)
          play.check(ended, copy)
        }
      }
    }
  })

  test('and whose server ended with it says what is left, and leaves it to its owner', async () => {
    const play = new Play(PLAN, fates(SMOOTH, { ...SMOOTH, isRefused: true }))
    const real = play.start()
    await play.clock.until(() => play.placed.length === 2, LONGEST_MS)
    real.kill()
    const copy = play.restored(play.trade)
    const process = play.start(copy)
    const ended = await play.end(copy)
    expect([ended, process.sent]).toEqual([
      { outcome: 'open', left: [{ leg: 0, asset: 'SOL', quantity: '1.998' }] },
      [],
    ])
    expect(copy.alarms).toEqual(['trade-open'])
    expect(ended.left).toEqual(play.left())
  })

  test('[SEC-87] and whose exchange cannot be asked is held, with an alarm, until it can', async () => {
    const play = new Play(PLAN, fates(), [{ fromMs: 5_000, forMs: 7_200_000, isBan: false }])
    play.start()
    await play.end()
    const copy = play.restored(play.trade)
    const began = play.clock.now()
    play.start(copy)
    expect(await play.end(copy)).toEqual({ outcome: 'complete', left: [] })
    expect(copy.alarms).toEqual(['trade-held'])
    expect(play.clock.now() - began).toBeGreaterThan(7_000_000)
  })

  test('days later than its exchanges list orders ends open', async () => {
    const play = new Play(PLAN, fates())
    play.start()
    await play.end()
    const copy = play.restored({ ...play.trade, startedAt: play.trade.startedAt - 3 * 86_400_000 })
    const process = play.start(copy)
    expect((await play.end(copy)).outcome).toBe('open')
    expect([copy.alarms, process.sent]).toEqual([['trade-open'], []])
  })

  test('by an earlier version, which read no holdings, ends open', async () => {
    const play = new Play(PLAN, fates())
    play.start()
    await play.end()
    const copy = play.restored({ ...play.trade, held: null })
    play.start(copy)
    expect((await play.end(copy)).outcome).toBe('open')
    expect(copy.alarms).toContain('trade-open')
  })
})

/** Times for which an order does not show; one place at least shows it at once. */
const hiddenMs: fc.Arbitrary<Fate['hiddenMs']> = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(0, 0, 0, 1_000, 25_000, 70_000), fc.integer({ min: 1, max: 600_000 })), {
      minLength: PLACES.length,
      maxLength: PLACES.length,
    }),
    fc.integer({ min: 0, max: PLACES.length - 1 }),
  )
  .map(([times, shown]) => {
    const [lookUp, history, fills, holding] = times.map((ms, at) => (at === shown ? 0 : ms)) as [
      number,
      number,
      number,
      number,
    ]
    return { 'look-up': lookUp, history, fills, holding }
  })
const fate: fc.Arbitrary<Fate> = fc.record({
  isRefused: fc.constantFrom(false, false, false, false, true),
  tenths: fc.oneof(fc.constantFrom(10, 10, 10, 0), fc.integer({ min: 0, max: 10 })),
  answer: fc.constantFrom('result', 'result', 'taken', 'lost'),
  lateMs: fc.oneof(fc.constantFrom(0, 0), fc.integer({ min: 1, max: 15_000 })),
  hiddenMs,
})
const away: fc.Arbitrary<Away> = fc.record({
  fromMs: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 120_000 })),
  forMs: fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 1_200_000 })),
  isBan: fc.boolean(),
})
type Event = {
  readonly kind: 'kill' | 'stop' | 'restore' | 'copy-beside'
  readonly afterMs: number
  readonly back: number
}
const event: fc.Arbitrary<Event> = fc.record({
  kind: fc.constantFrom('kill', 'stop', 'restore', 'copy-beside'),
  afterMs: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 60_000 })),
  back: fc.nat({ max: 4 }),
})
const flow = fc.record({
  plan: fc.constantFrom(PLAN, CARRY, CYCLE),
  fates: fc.array(fate, { maxLength: 12 }),
  aways: fc.oneof(fc.constant([]), fc.array(away, { maxLength: 2 })),
  hasSecond: fc.boolean(),
  events: fc.oneof(fc.constant([]), fc.array(event, { maxLength: 3 })),
})

test('[SEC-86] whatever exchanges hide, lose or delay, a trade leaves nothing, or says what it leaves', async (context) => {
  const seed = seedFor('SEC-86', 86)
  const ends: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(flow, async ({ plan, fates: given, aways, hasSecond, events }) => {
      const play = new Play(plan, fates(...given), aways)
      let database = play.database
      const running = [play.start(), ...(hasSecond ? [play.start()] : [])]
      const copies: { readonly process: PlayedProcess; readonly database: PlayedDatabase }[] = []
      for (const { kind, afterMs, back } of events) {
        const at = play.clock.now() + afterMs
        play.clock.after(afterMs, () => undefined)
        await play.clock.until(() => play.clock.now() >= at, afterMs)
        const moment = database.moments.at(-1 - back) ?? play.trade
        if (kind === 'copy-beside') {
          if (moment.outcome !== null) continue
          const copy = play.restored(moment)
          copies.push({ process: play.start(copy), database: copy })
          continue
        }
        for (const process of running.splice(0)) kind === 'stop' ? process.stop() : process.kill()
        if (kind === 'restore' && moment.outcome === null) database = play.restored(moment)
        running.push(play.start(database))
      }
      const ended = await play.end(database)
      ends[ended.outcome] = (ends[ended.outcome] ?? 0) + 1
      play.check(ended, database)
      for (const copy of copies) {
        await play.end(copy.database)
        expect(copy.process.sent).toEqual([])
      }
    }),
    { numRuns: RUNS, seed, endOnFailure: isLongRun },
  )
  expect(Object.keys(ends).length).toBe(5)
  const measured = Object.entries(ends).map(([outcome, times]) => `${times} ${outcome}`)
  recordFigure(context, {
    row: 'SEC-86',
    wanted: '10,000 runs: nothing is left, or what is left is announced',
    measured: `${RUNS} runs: ${measured.join(', ')}`,
    seed,
  })
})
