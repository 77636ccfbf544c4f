import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { decimalText } from '../../money/decimal.ts'
import { exactText } from '../../money/ratio.ts'
import { decimal } from '../../testing/legs.ts'
import { plainMean } from '../../testing/plain-carry.ts'
import { same } from '../../testing/plain-spot.ts'
import { FundingHistory } from './funding.ts'

const HOUR = 3_600_000
/** Epoch ms of a midnight, so that hours read as they do on an exchange. */
const DAY = 20_000 * 24 * HOUR
const at = (hour: number) => DAY + hour * HOUR
const paid = (hour: number, rate: string) => ({ time: at(hour), rate: decimal(rate) })

function known(history: FundingHistory, now: number) {
  const mean = history.mean(now)
  return mean === null ? null : { rates: mean.rates.map(decimalText), intervals: mean.intervals }
}

describe('payments reported by the exchange', () => {
  test('each is divided by its own interval, and the oldest takes the interval of the next', () => {
    const history = new FundingHistory()
    history.settled([paid(0, '0.0008'), paid(8, '0.0004'), paid(12, '0.0002'), paid(13, '-0.0001')], at(13))
    const mean = history.mean(at(13))
    expect(mean?.intervals).toEqual([8, 8, 4, 1])
    // (0.0001 + 0.00005 + 0.00005 − 0.0001) / 4
    expect(mean && exactText(mean.mean)).toBe('0.000025')
    expect(mean && [decimalText(mean.lastRate), mean.lastInterval]).toEqual(['-0.0001', 1])
  })

  test.each([2, 1, 0])('%i of them are too few', (count) => {
    const history = new FundingHistory()
    history.settled([paid(0, '0.1'), paid(8, '0.1')].slice(0, count), at(24))
    expect(history.mean(at(24))).toBeNull()
  })

  test('only the last 21 count, and the payment before them still says how long the first was paid for', () => {
    const history = new FundingHistory()
    const hours = [0, 2, ...Array.from({ length: 20 }, (_, i) => 4 + i * 4)]
    history.settled(
      hours.map((hour) => paid(hour, '0.0001')),
      at(100),
    )
    expect(known(history, at(100))?.intervals).toEqual([2, 2, ...Array.from({ length: 19 }, () => 4)])
  })

  test('a payment in the future counts once its time has come', () => {
    const history = new FundingHistory()
    history.settled([paid(0, '0.1'), paid(8, '0.2'), paid(16, '0.3'), paid(24, '0.4')], at(17))
    expect(known(history, at(17))?.rates).toEqual(['0.1', '0.2', '0.3'])
    expect(known(history, at(24) - 1)?.rates).toEqual(['0.1', '0.2', '0.3'])
    expect(known(history, at(24))?.rates).toEqual(['0.1', '0.2', '0.3', '0.4'])
  })

  test('reported again some milliseconds apart it is the same payment, and the later report stands', () => {
    const history = new FundingHistory()
    const late = { time: at(8) + 7, rate: decimal('0.25') }
    history.settled([paid(16, '0.3'), paid(8, '0.2'), paid(0, '0.1'), paid(8, '0.2'), late], at(17))
    expect(known(history, at(17))).toEqual({ rates: ['0.1', '0.25', '0.3'], intervals: [8, 8, 8] })
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('[D3] a payment at %d never was', (time) => {
    const history = new FundingHistory()
    history.settled([paid(0, '0.1'), paid(8, '0.2'), { time, rate: decimal('9') }], at(17))
    expect(history.mean(at(17))).toBeNull()
  })

  test('however many are reported, the latest of the past and the nearest of the future are kept', () => {
    const history = new FundingHistory()
    const all = Array.from({ length: 5_000 }, (_, hour) => paid(hour, `0.${hour + 1000}`))
    history.settled(all, at(1_000))
    history.settled(all.toReversed(), at(1_000))
    expect(history.remembered).toBeLessThan(100)
    expect(known(history, at(1_000))?.rates).toEqual(all.slice(980, 1_001).map(({ rate }) => decimalText(rate)))
    history.settled([paid(1_100, '0.1')], at(1_040))
    expect(history.remembered).toBeLessThan(100)
    expect(known(history, at(1_040))?.rates).toEqual(all.slice(1_020, 1_041).map(({ rate }) => decimalText(rate)))
  })
})

describe('payments concluded from tickers', () => {
  const rate = (text: string) => decimal(text)

  test('the last rate before the next-funding time moves forward was paid at the old time', () => {
    const history = new FundingHistory()
    history.settled([paid(-16, '0.01'), paid(-8, '0.02')], at(0))
    history.ticker(rate('0.5'), at(0), at(-1))
    history.ticker(rate('0.03'), at(0), at(0) - 1)
    history.ticker(rate('0.7'), at(8), at(0) + 900)
    expect(known(history, at(1))).toEqual({ rates: ['0.01', '0.02', '0.03'], intervals: [8, 8, 8] })
    expect(history.nextFundingAt).toBe(at(8))
    expect(history.runningRate).toEqual(rate('0.7'))
  })

  test('a value that a ticker leaves out stays', () => {
    const history = new FundingHistory()
    history.settled([paid(-16, '0.01'), paid(-8, '0.02')], at(0))
    history.ticker(rate('0.03'), null, at(-2))
    history.ticker(null, at(0), at(-1))
    history.ticker(null, at(8), at(0))
    expect(known(history, at(0))?.rates).toEqual(['0.01', '0.02', '0.03'])
    expect(history.runningRate).toEqual(rate('0.03'))
  })

  test('[F19] an interval shortened in mid-run: moving backwards pays nothing, and each payment counts for its own interval', () => {
    const history = new FundingHistory()
    history.interval(8)
    history.settled([paid(-24, '0.0008'), paid(-16, '0.0008'), paid(-8, '0.0008')], at(-7))
    history.ticker(rate('0.0008'), at(0), at(-7))
    history.ticker(rate('0.0004'), at(-4), at(-6))
    history.interval(4)
    expect(history.intervalHours).toBe(4)
    expect(known(history, at(-5))?.intervals).toEqual([8, 8, 8])
    history.ticker(rate('0.0001'), at(-3), at(-4))
    history.interval(1)
    history.ticker(rate('0.0001'), at(-2), at(-3))
    const mean = history.mean(at(-3))
    expect(mean?.intervals).toEqual([8, 8, 8, 4, 1])
    expect(mean && exactText(mean.mean)).toBe('0.0001')
    history.interval(null)
    expect(history.intervalHours).toBeNull()
  })

  test.each([0, -8, 0.5, Number.NaN])('[F19] an interval of %d hours is no interval', (hours) => {
    const history = new FundingHistory()
    history.interval(8)
    history.interval(hours)
    expect(history.intervalHours).toBeNull()
  })

  test('moving forward long before the old time puts the payment off', () => {
    const history = new FundingHistory()
    history.settled([paid(-24, '0.1'), paid(-16, '0.1'), paid(-8, '0.1')], at(-7))
    history.ticker(rate('0.9'), at(-4), at(-7))
    history.ticker(rate('0.9'), at(0), at(-6))
    expect(known(history, at(-1))?.rates).toHaveLength(3)
  })

  test('moving backwards pays nothing, even once the old time has passed', () => {
    const history = new FundingHistory()
    history.settled([paid(-16, '0.1'), paid(-8, '0.1')], at(-7))
    history.ticker(rate('0.9'), at(0), at(-1))
    history.ticker(rate('0.9'), at(-4), at(1))
    expect(history.mean(at(1))).toBeNull()
  })

  test('without a rate nothing is concluded, and an invalid time is not shown', () => {
    const history = new FundingHistory()
    for (const next of [0, Number.NaN, at(0), at(1), at(2), at(3)]) history.ticker(null, next, at(3))
    expect(history.mean(at(4))).toBeNull()
    history.ticker(rate('0.1'), -5, at(3))
    expect(history.nextFundingAt).toBe(at(3))
  })

  test('a payment reported by the exchange replaces a concluded payment, whichever came first', () => {
    const told = { time: at(0) + 3, rate: rate('0.04') }
    const first = new FundingHistory()
    const second = new FundingHistory()
    for (const history of [first, second]) {
      history.settled([paid(-16, '0.01'), paid(-8, '0.02')], at(-1))
      history.ticker(rate('0.03'), at(0), at(-1))
    }
    first.settled([told], at(0) + 5)
    for (const history of [first, second]) history.ticker(rate('0.5'), at(8), at(0) + 10)
    second.settled([told], at(0) + 20)
    for (const history of [first, second]) expect(known(history, at(1))?.rates).toEqual(['0.01', '0.02', '0.04'])
  })
})

describe('what a mean rests on', () => {
  test('three intervals after the newest payment, and no sooner than a day, there is no mean until another comes', () => {
    const ends = ([...hours]: number[], until: number) => {
      const history = new FundingHistory()
      history.settled(
        hours.map((hour) => paid(hour, '0.0001')),
        at(until - 1),
      )
      expect([history.mean(at(until) - 1) === null, history.mean(at(until))]).toEqual([false, null])
      expect(history.meanUntil).toBe(Number.POSITIVE_INFINITY)
      history.settled([paid(until, '0.0001')], at(until))
      expect(history.mean(at(until))?.rates).toHaveLength(hours.length + 1)
    }
    ends([0, 8, 16], 40)
    ends([0, 1, 2], 26)
    ends([0, 12, 24], 60)
  })

  test('payments before the listing of a contract belong to another contract, whenever they are reported', () => {
    const history = new FundingHistory()
    history.settled([paid(0, '0.1'), paid(8, '0.1'), paid(16, '0.1')], at(20))
    history.listed(at(17))
    expect(history.mean(at(20))).toBeNull()
    history.settled([paid(0, '0.1'), paid(8, '0.1'), paid(16, '0.1')], at(20))
    history.settled([paid(24, '-0.001'), paid(28, '-0.002')], at(30))
    expect(history.mean(at(30))).toBeNull()
    history.settled([paid(32, '-0.003')], at(32))
    expect(known(history, at(32))?.rates).toEqual(['-0.001', '-0.002', '-0.003'])
  })

  test('a contract that is listed again takes neither the rate nor the time of the contract before', () => {
    const history = new FundingHistory()
    history.listed(at(0))
    history.ticker(decimal('0.1'), at(8), at(4))
    history.listed(at(0))
    expect(history.nextFundingAt).toBe(at(8))
    history.listed(at(6))
    expect([history.nextFundingAt, history.runningRate]).toEqual([null, null])
    history.ticker(decimal('-0.001'), at(12), at(9))
    expect(history.remembered).toBe(0)
  })
})

type Settlement = { readonly kind: 'told'; readonly hour: number; readonly jitter: number; readonly rate: number }
type Ticker = { readonly kind: 'ticker'; readonly rate: number | null; readonly ahead: number | null }
type Fact = (Settlement | Ticker) & { readonly pause: number }

const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    kind: fc.constant('told' as const),
    // Hours before (or a little after) the present hour.
    hour: fc.integer({ min: -60, max: 4 }),
    jitter: fc.integer({ min: 0, max: 5_000 }),
    rate: fc.integer({ min: -999, max: 9_999 }),
    pause: fc.integer({ min: 0, max: HOUR }),
  }),
  fc.record({
    kind: fc.constant('ticker' as const),
    rate: fc.option(fc.integer({ min: -999, max: 9_999 })),
    ahead: fc.option(fc.constantFrom(1, 1, 2, 4, 8)),
    pause: fc.integer({ min: 0, max: 3 * HOUR }),
  }),
)
const rateText = (rate: number) => `${rate < 0 ? '-' : ''}0.${Math.abs(rate).toString().padStart(6, '0')}`

/**
 * Reference: formulas.md § 2 with a list of all payments and tickers that ever came, by the hour in which they were
 * paid.
 */
function plainHistory() {
  const byHour = new Map<number, { readonly time: number; readonly rate: string; readonly told: boolean }>()
  let next: number | null = null
  let running: string | null = null
  const put = (time: number, rate: string, told: boolean) => {
    const hour = Math.round(time / HOUR)
    if (told || byHour.get(hour)?.told !== true) byHour.set(hour, { time, rate, told })
  }
  return {
    put,
    ticker(rate: string | null, moved: number | null, now: number) {
      if (moved !== null) {
        if (next !== null && moved > next && now >= next - 60_000 && running !== null) put(next, running, false)
        next = moved
      }
      running = rate ?? running
    },
    paid(now: number): (readonly [string, bigint])[] {
      const past = [...byHour].filter(([, { time }]) => time <= now).sort(([a], [b]) => a - b)
      const gap = (i: number) => BigInt((past[i] as [number, unknown])[0] - (past[i - 1] as [number, unknown])[0])
      const all = past.map(([, { rate }], i): readonly [string, bigint] => [
        rate,
        past.length < 2 ? 0n : gap(Math.max(i, 1)),
      ])
      const newest = past.at(-1)?.[1].time ?? 0
      const lifeHours = Math.max(24, 3 * Number(all.at(-1)?.[1] ?? 0n))
      return all.length < 3 || now >= newest + lifeHours * HOUR ? [] : all.slice(-21)
    },
  }
}

test('in any order of reports the mean equals the mean of a list of all reports', () => {
  let most = 0
  fc.assert(
    fc.property(fc.array(fact, { minLength: 20, maxLength: 160 }), (facts) => {
      const history = new FundingHistory()
      const plain = plainHistory()
      let now = at(1_000)
      for (const each of facts) {
        now += each.pause
        const hour = Math.floor(now / HOUR) * HOUR
        if (each.kind === 'told') {
          const payment = { time: hour + each.hour * HOUR + each.jitter, rate: decimal(rateText(each.rate)) }
          history.settled([payment], now)
          plain.put(payment.time, rateText(each.rate), true)
        } else {
          const moved = each.ahead === null ? null : hour + each.ahead * HOUR
          const rate = each.rate === null ? null : rateText(each.rate)
          history.ticker(rate === null ? null : decimal(rate), moved, now)
          plain.ticker(rate, moved, now)
        }
        const expected = plain.paid(now)
        const mean = history.mean(now)
        most = Math.max(most, expected.length)
        if (expected.length === 0 ? mean !== null : mean === null) return false
        if (mean === null) continue
        const isSame =
          same([mean.mean.n, mean.mean.d], plainMean(expected)) &&
          mean.rates.every((rate, i) => decimalText(rate) === decimalText(decimal(expected[i]?.[0] ?? ''))) &&
          mean.intervals.every((hours, i) => BigInt(hours) === expected[i]?.[1])
        if (!isSame || mean.rates.length !== expected.length) return false
      }
      return true
    }),
    { numRuns: messages(1_000_000) / 10, seed: seedFor('funding history', 20_261_203) },
  )
  expect(most).toBe(21)
}, 3_600_000)
