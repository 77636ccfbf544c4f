import { describe, expect, test } from 'vitest'
import { proven, story } from './testing/proven.ts'
import { HOUR, PAYMENT, paying, WORLDS } from './testing/small-perps.ts'
import { line } from './testing/small-recordings.ts'

const T = PAYMENT + 1_000
const { okx, bybit, kraken } = WORLDS
const EVERYWHERE = Object.values(WORLDS).map((world) => [world.exchange, world] as const)
const idle = (t: number) => line(t, 'wss://nobody.example/', '')
const asks = [['100', '10']] as const
const bids = [['100.1', '10']] as const
const told = (text: string, fees: string | null = null) => story(proven(text, fees), T)
const OPENED = ['20 opened long-spot.1x', '20 opened long-spot.2x']

describe.each(EVERYWHERE)('a coin and its perpetual on %s', (_, world) => {
  const { hours, rate } = world
  const payments = (...rates: string[]) =>
    rates.map((one, at) => [PAYMENT - (rates.length - 1 - at) * hours * HOUR, one] as const)
  const books = (t: number) => world.spot(t, { asks }) + world.perp(t + 10, { bids })

  test('[ENT-08] a row and evidence for each leverage, at the first evaluation that pays', () => {
    const found = proven(paying(world))
    expect(story(found, T)).toEqual([...OPENED, '20 closed end long-spot.1x', '20 closed end long-spot.2x'])
    const [one, two] = found
    expect(one?.row).toMatchObject({
      ...{ id: `carry.${world.pair}.${world.exchange}.long-spot.1x`, mode: 'carry', exchange: world.exchange },
      ...{ symbol: world.pair.replace('-', '/'), side: 'long-spot', leverage: 1, hold_days: 90, source: 'replay' },
      ...{ funding_rate: 0.01, last_funding_rate: 0.01, funding_interval_h: hours, basis: 0.1, total_slippage: 0 },
      ...{ margin_required: 1_001, mark_price: 100, size: 10, size_currency: 'SOL', depth_limited: true },
      ...{ next_funding_at: new Date(PAYMENT + hours * HOUR).toISOString(), latency_ms: 3 },
      ...{ liquidation_price: null, liquidation_distance: null, liquidation_unknown: 'no-tiers' },
      ...{ confidence: 100, confidence_basis: 'prior', ttl_ms: 8 * HOUR, age_ms: 10, expires_in_ms: 1_990 },
    })
    expect(one?.evidence).toMatchObject({
      ...{ size: '10', qty: '10', s0: '100', p0: '100.1', mark: '100', funding: '27', borrow_rate: '0', borrow: '0' },
      ...{ rates: [rate, rate, rate], intervals: [hours, hours, hours].map(String), last_rate: rate },
      ...{ interval_h: String(hours), hold_days: '90', leverage: '1', slippage_entry: '0', slippage_exit: '0' },
      ...{ capital: '2001', tiers: null },
      legs: [
        { market: 'spot', side: 'buy', levels: [['100', '10']], lot_step: '0.1', received_at: T + 10 },
        { market: 'perp', side: 'sell', symbol: world.symbol, levels: [['100.1', '10']], lot_step: '0.1' },
      ],
    })
    expect(two?.row).toMatchObject({ leverage: 2, margin_required: 500.5 })
    expect(two?.evidence).toMatchObject({ leverage: '2', capital: '1500.5', net: one?.evidence.net })
  })

  test('two payments are too few, and a payment counts from its time on', () => {
    const start = world.lists(T) + world.told(T, { hours })
    expect(told(start + world.history(T, payments(rate, rate)) + books(T + 10))).toEqual([])
    const later = [...payments(rate, rate, rate).slice(0, 2), [T + 500, rate] as const]
    expect(told(start + world.history(T, later) + books(T + 10) + books(T + 490)).slice(0, 2)).toEqual([
      '500 opened long-spot.1x',
      '500 opened long-spot.2x',
    ])
  })

  test('nothing without a mark or a list; what becomes known counts from the next frame of a book on', () => {
    const history = world.history(T, payments(rate, rate, rate))
    expect(told(world.lists(T) + history + books(T + 10))).toEqual([])
    expect(told(history + world.told(T, { hours }) + books(T + 10))).toEqual([])
    const late = world.lists(T) + history + books(T + 10) + world.told(T + 30, { hours }) + books(T + 40)
    expect(told(late).slice(0, 2)).toEqual(['40 opened long-spot.1x', '40 opened long-spot.2x'])
  })

  test('a mark alone changes no row; the next frame does', () => {
    const moved = world.told(T + 100, { mark: '100.7' })
    expect(told(paying(world) + moved).slice(2)).toEqual(['100 closed end long-spot.1x', '100 closed end long-spot.2x'])
    const found = proven(paying(world) + moved + world.perp(T + 110, { bids })).slice(2, 4)
    expect(story(found, T)).toEqual(['110 changed long-spot.1x', '110 changed long-spot.2x'])
    // 2160 h · 0.0000125 · 100.7 · 10 coins.
    expect(found[0]?.evidence).toMatchObject({ mark: '100.7', funding: '27.189' })
    expect(found[0]?.row).toMatchObject({ mark_price: 100.7, mark_age_ms: 10 })
  })

  test('the rate before the time moved forward is settled at the old time, once that has come', () => {
    const next = PAYMENT + hours * HOUR
    const due = next + 2_000
    const before = world.told(next - 1_000, { rate: '0.0004', next })
    const after = world.told(due, { rate: '0.9', next: next + hours * HOUR })
    const start = world.lists(T) + world.history(T, payments(rate, rate, rate)) + world.told(T, { hours })
    const [opened] = proven(start + before + after + books(due + 10))
    expect(opened?.evidence).toMatchObject({ rates: [rate, rate, rate, '0.0004'], last_rate: '0.0004' })
    // A shorter interval moves the next payment to an earlier time: nothing was paid.
    const backwards = world.told(T + 5_000, { rate: '0.9', next: next - HOUR / 2 })
    const [second] = proven(start + backwards + books(T + 5_010))
    expect(second?.evidence).toMatchObject({ rates: [rate, rate, rate] })
    // A payment that the exchange reports replaces the one concluded from tickers.
    const history = world.history(due + 5, [...payments(rate, rate, rate), [next, '0.0003']])
    const [third] = proven(start + before + after + history + books(due + 10))
    expect(third?.evidence).toMatchObject({ last_rate: '0.0003' })
  })

  test('the last 21 payments, each by the hours since the one before it', () => {
    const many = Array.from({ length: 30 }, (_, at) => `0.000${101 + at}`.replace(/0$/, ''))
    const [opened] = proven(
      world.lists(T) + world.history(T, payments(...many)) + world.told(T, { hours }) + books(T + 10),
    )
    expect(opened?.evidence).toMatchObject({ rates: many.slice(-21), intervals: Array(21).fill(String(hours)) })
    const uneven = [14, 10, 9, 7, 4, 0].map((back) => [PAYMENT - back * HOUR, '0.0001'] as const)
    const [other] = proven(world.lists(T) + world.history(T, uneven) + world.told(T, { hours }) + books(T + 10))
    expect(other?.evidence).toMatchObject({ intervals: ['4', '4', '1', '2', '3', '4'] })
    // The mean of 1/4, 1/4, 1, 1/2, 1/3 and 1/4 of 0.01 % an hour, for eight hours.
    expect(other?.row).toMatchObject({ funding_rate: 0.03444444, last_funding_rate: 0.02, funding_interval_h: hours })
  })

  test.each([
    ['grew old', idle(T + 2_021), '2021 closed stale'],
    ['was crossed', world.spot(T + 50, { bids: [['100.5', '1']], asks }), '50 closed crossed'],
    ['lost its depth', world.perp(T + 50, { asks: [['100.2', '1']] }), '50 closed negative'],
    ['fell too far', world.perp(T + 50, { bids: [['94.99', '10']] }), '50 closed quarantine'],
    ['rose too far', world.perp(T + 50, { bids: [['105.01', '10']] }), '50 closed quarantine'],
  ])('[D6] both rows leave when a book %s', (_name, last, reason) => {
    expect(told(paying(world) + last).slice(2)).toEqual([`${reason} long-spot.1x`, `${reason} long-spot.2x`])
  })

  test('[D2] exactly 5 % is believed, and in a replay more never is', () => {
    const at = (bid: string) => world.perp(T + 50, { bids: [[bid, '10']] })
    expect(told(paying(world) + at('105')).slice(2, 4)).toEqual(['50 changed long-spot.1x', '50 changed long-spot.2x'])
    const long = Array.from(
      { length: 40 },
      (_, n) => world.spot(T + 500 + n * 500, { asks }) + world.perp(T + 510 + n * 500, { bids: [['106', '10']] }),
    )
    expect(told(paying(world) + long.join('')).slice(4)).toEqual([])
  })

  test('[D7] an unknown fee of either side is no fee of zero, and stated fees replace the schedule', () => {
    expect(told(paying(world), `{"${world.exchange}":null}`)).toEqual([])
    const [own] = proven(paying(world), `{"${world.exchange}":{"spot":"0.002","perp":"0.003"}}`)
    // 2 · 10 · (100 · 0.002 + 100.1 · 0.003).
    expect(own?.evidence).toMatchObject({ fees: '10.006', legs: [{ fee: '0.002' }, { fee: '0.003' }] })
    const [spotOnly] = proven(paying(world), `{"${world.exchange}":"0.002"}`)
    expect(spotOnly?.evidence).toMatchObject({
      legs: [{ fee: '0.002' }, { fee: world === bybit ? '0.00055' : '0.0005' }],
    })
    expect(told(paying(world), `{"${world.exchange}":{"spot":"0.014","perp":"0"}}`)).toEqual([])
  })

  test('lots of both sides, minimums, and depth that ends while it pays', () => {
    const rules = (lot: string, minQty: string, minNotional: string) => ({ lot, minQty, minNotional })
    const start = (spot: ReturnType<typeof rules>, perp: ReturnType<typeof rules>) =>
      world.lists(T, { spot, perp }) + world.history(T, payments(rate, rate, rate)) + world.told(T, { hours })
    const thin =
      world.spot(T + 10, {
        asks: [
          ['100', '1.3'],
          ['100.1', '0.54'],
        ],
      }) + world.perp(T + 20, { bids: [['100.1', '9']] })
    // 1.84 coins down to the common lot; Kraken's steps are powers of ten.
    const steps = world === kraken ? (['0.01', '0.1'] as const) : (['0.2', '0.3'] as const)
    const [opened] = proven(start(rules(steps[0], '0.1', '1'), rules(steps[1], '0.1', '1')) + thin)
    expect(opened?.evidence).toMatchObject({
      size: '1.8',
      legs: [
        {
          levels: [
            ['100', '1.3'],
            ['100.1', '0.54'],
          ],
        },
        {},
      ],
    })
    expect(opened?.row).toMatchObject({ size: 1.8, depth_limited: true })
    expect(told(start(rules('0.01', '1.85', '1'), rules('0.1', '0.1', '1')) + thin)).toEqual([])
    if (world !== okx) expect(told(start(rules('0.1', '0.1', '180.1'), rules('0.1', '0.1', '1')) + thin)).toEqual([])
    // Two levels below the best, where a coin no longer pays for its four fills.
    const deep =
      world.spot(T + 10, {
        asks: [
          ['100', '1'],
          ['102', '50'],
        ],
      }) + world.perp(T + 20, { bids: [['100.1', '9']] })
    const [bounded] = proven(start(rules('0.1', '0.1', '1'), rules('0.1', '0.1', '1')) + deep)
    expect(bounded?.row).toMatchObject({ size: 1, depth_limited: false })
    const rich = world.spot(T + 10, { asks: [['100', '500']] }) + world.perp(T + 20, { bids: [['100.1', '500']] })
    const [capped] = proven(start(rules('0.1', '0.1', '1'), rules('0.1', '0.1', '1')) + rich)
    expect(capped?.row).toMatchObject({ size: 100, depth_limited: false })
  })
})
