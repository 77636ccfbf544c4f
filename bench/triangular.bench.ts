// A book moves → all cycles through it are screened and the cycles that may pay are walked; against recomputing every
// cycle from the full books at each update. Also screening as the number of pairs grows (performance.md, Targets).
// Fails where the two sides disagree on which cycles pay after a message.
import { BookSlot, CycleScreen, detectTriangular, findCycles, type TriangularLeg } from '@makas/domain'
import { printFigure } from './figures/figure-line.ts'
import { cpuMicros, interleaved, logLogSlope, median, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { FullRecompute } from './sides/full-recompute.ts'
import { Incremental } from './triangular/triangular-incremental.ts'
import { type Messages, triangularMarket } from './triangular/triangular-market.ts'
import { KEPT } from './triangular/triangular-walk.ts'

const SIZES = {
  tiny: { symbols: 60, messages: 2_000, recomputed: 50, growth: [30, 60], accounts: 50, rounds: 1 },
  usual: {
    symbols: 500,
    messages: 100_000,
    recomputed: 1_000,
    growth: [50, 200, 500, 1_000, 2_000],
    accounts: 2_000,
    rounds: 7,
  },
  long: {
    symbols: 500,
    messages: 400_000,
    recomputed: 4_000,
    growth: [50, 200, 500, 1_000, 2_000],
    accounts: 5_000,
    rounds: 15,
  },
}
/** Screenings of each message: a single screening is too short to measure. */
const SCREENINGS = 20

const { symbols, messages, recomputed, growth, accounts, rounds } = SIZES[runLength()]

agreement()
ratio()
grows()
for (const levels of [5, 50]) {
  account(levels, true)
  account(levels, false)
}

/** Throws unless both sides find the same paying cycles after each message. */
function agreement(): void {
  const market = triangularMarket(symbols, recomputed)
  const own = new Incremental(market)
  const full = new FullRecompute(market)
  let found = 0
  for (let at = 0; at < recomputed; at++) {
    own.read(market.messages, at)
    full.read(market.messages, at)
    found += full.paying.length
    if (own.paying.join() !== full.paying.join()) throw new Error('the two sides disagree on which cycles pay')
  }
  if (found === 0) throw new Error('no cycle paid')
  const none = { bench: 'triangular', baseline: null, ratio: null }
  printFigure({ ...none, metric: `cycles of ${symbols} pairs`, value: own.cycles.count, unit: 'cycles' })
  printFigure({
    ...none,
    metric: 'paying cycles after a message, both sides',
    value: short(found / recomputed),
    unit: 'cycles',
  })
}

function ratio(): void {
  const market = triangularMarket(symbols, messages)
  let own = new Incremental(market)
  let full = new FullRecompute(market)
  const took = interleaved(
    [
      {
        name: 'own',
        prepare: () => {
          own = new Incremental(market)
        },
        run: () => readAll(own, market.messages, messages),
      },
      {
        name: 'full',
        prepare: () => {
          full = new FullRecompute(market)
        },
        run: () => readAll(full, market.messages, recomputed),
      },
    ],
    { rounds },
  )
  const ownMicros = (took.get('own') ?? Number.NaN) / messages
  const fullMicros = (took.get('full') ?? Number.NaN) / recomputed
  printFigure({
    bench: 'triangular',
    metric: `book update to all affected cycles screened, ${symbols} pairs`,
    value: short(ownMicros),
    unit: 'µs CPU/message',
    baseline: `every cycle from full books ${short(fullMicros)} µs/message`,
    ratio: short(fullMicros / ownMicros),
  })
  const walks = own.walked / messages
  printFigure({
    bench: 'triangular',
    metric: 'walks of what the screen passes',
    value: short(walks),
    unit: 'walks/message',
    baseline: null,
    ratio: null,
  })
}

/** Cost of screening a message as pairs and cycles grow; growth.bench.ts measures the whole message. */
function grows(): void {
  const sides = growth.map((count) => {
    const market = triangularMarket(count, messages)
    const { markets } = market.messages
    const best = market
      .legs()
      .map(({ slot: { book } }) => [book.bids.priceAt(0), book.asks.priceAt(0), book.priceDecimals])
    const bids = Float64Array.from(best, ([bid = 0, , decimals = 0]) => bid / 10 ** decimals)
    const asks = Float64Array.from(best, ([, ask = 0, decimals = 0]) => ask / 10 ** decimals)
    const cycles = findCycles(market.markets)
    const screen = new CycleScreen(cycles)
    return {
      name: String(count),
      cycles: cycles.count,
      run: () => {
        for (let at = 0; at < messages * SCREENINGS; at++) {
          const one = markets[at % messages] as number
          screen.set(one, bids[one] as number, asks[one] as number, KEPT)
          screen.touch(one)
        }
      },
    }
  })
  const took = interleaved(sides, { rounds })
  const cost = (name: string) => (took.get(name) ?? Number.NaN) / messages / SCREENINGS
  const [smallest] = sides
  if (smallest === undefined) throw new Error('no size was measured')
  for (const { name, cycles } of sides) {
    printFigure({
      bench: 'triangular-growth',
      metric: `screening, ${name} pairs, ${cycles} cycles`,
      value: short(cost(name)),
      unit: 'µs CPU/message',
      baseline: `${smallest.name} pairs`,
      ratio: short(cost(name) / cost(smallest.name)),
    })
  }
  const slope = logLogSlope(sides.map(({ name }) => [Number(name), cost(name)] as const))
  printFigure({
    bench: 'triangular-growth',
    metric: 'log-log slope of screening',
    value: short(slope),
    unit: 'exponent',
    baseline: 'target of 0.1',
    ratio: short(slope / 0.1),
  })
}

/** Exact account of a cycle whose first `levels` levels all pay; `isMoved`: after a frame of all three books. */
function account(levels: number, isMoved: boolean): void {
  const legs = [leg('buy', 50_000, 2, levels), leg('buy', 0.05, 7, levels), leg('sell', 2_515, 2, levels)] as const
  const times: number[] = []
  for (let round = -1; round < rounds; round++) {
    const began = cpuMicros()
    for (let turn = 0; turn < accounts; turn++) {
      if (isMoved) for (const { leg: moved } of legs) moved.slot.repeated(0, 0, 1)
      const finding = detectTriangular(legs, { cap: null, confirmed: false })
      if (finding.kind === 'none') throw new Error(finding.why)
      if (finding.account.legs.some((one) => one.levels < levels - 1)) throw new Error('the walk ended early')
    }
    if (round >= 0) times.push((cpuMicros() - began) / accounts)
  }
  printFigure({
    bench: 'triangular',
    metric: `exact account, ${levels} levels a leg, ${isMoved ? 'all books moved' : 'books known'}`,
    value: short(median(times)),
    unit: 'µs CPU',
    baseline: null,
    ratio: null,
  })
}

function leg(side: 'buy' | 'sell', price: number, decimals: number, levels: number): TriangularLeg {
  const slot = new BookSlot('okx', 'spot', 'TEST', { depth: 400, visibleDepth: 400, keepsTexts: false })
  slot.beginSnapshot()
  const levelsOf = side === 'buy' ? slot.book.asks : slot.book.bids
  const best = Math.round(price * 10 ** decimals)
  // Every level is worth about a hundred dollars; two levels that do not pay follow, so that no walk reaches the book's
  // end.
  const size = Math.round((side === 'sell' || price < 1 ? 0.04 : 0.002) * 1e8)
  for (let rank = 0; rank <= levels + 1; rank++) {
    const worse = rank < levels ? rank : rank + Math.round(best / 50)
    const level = side === 'buy' ? best + worse : best - worse
    if (!slot.book.set(levelsOf, level, decimals, size + rank * 37, 8)) throw new Error('a level did not fit')
  }
  slot.applied('snapshot', 0, 0, 1)
  const fee = { mantissa: 1n, decimals: 3 }
  const lotStep = { mantissa: 1n, decimals: 5 }
  const terms = { fee, lotStep, minQty: null, minNotional: null, multiplierDigits: 0, contractSize: null }
  return { leg: { slot, terms }, side }
}

function readAll(side: { read(messages: Messages, at: number): void }, all: Messages, count: number): void {
  for (let at = 0; at < count; at++) side.read(all, at)
}
