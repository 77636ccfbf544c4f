import type { BookSlot, ExchangeId, Instrument } from '@makas/domain'
import type { TestContext } from 'vitest'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { type Simulator, startSimulator } from '../../../simulator/index.ts'
import { FeedRig, levelsOf, plain } from './feed-rig.ts'

type MarketRigOptions = Partial<Omit<Parameters<typeof startSimulator>[0], 'port'>> & {
  readonly clock?: Clock
  readonly dataDir?: string
}

/** The symbols that trade, at most `count`. */
export const trading = (count: number) => (listed: readonly Instrument[]) =>
  listed
    .filter(({ status }) => status === 'trading')
    .slice(0, count)
    .map(({ symbol }) => symbol)

/** A feed against the simulated exchange; both end with the test that the context is of. */
export async function marketRig(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  exchange: ExchangeId,
  options: MarketRigOptions = {},
): Promise<{ rig: FeedRig; simulator: Simulator }> {
  const simulator = await startSimulator({ seed: 1, symbols: 12, ...options, port: 0 })
  const { clock, dataDir } = options
  const rig = new FeedRig({ exchange, origin: simulator.origin, clock, dataDir })
  onTestFinished(async () => {
    await rig.stop(dataDir !== undefined)
    await simulator.stop()
  })
  return { rig, simulator }
}

/** Stops the market's time and compares every book with the simulator's own; the symbols that differ. */
export async function differing(rig: FeedRig, simulator: Simulator, levels = 10): Promise<readonly string[]> {
  simulator.pause()
  const wrong = await looked(rig, (slot) => {
    const markets = marketsOf(rig)
    const truth = simulator.bookOf(slot.exchange, markets.get(slot.symbol) ?? slot.symbol)
    const expected = (side: 'bids' | 'asks') => truth[side].slice(0, levels).map((level) => level.map(plain))
    return (['bids', 'asks'] as const).some(
      (side) => JSON.stringify(levelsOf(slot, side, levels)) !== JSON.stringify(expected(side)),
    )
  })
  simulator.resume()
  return wrong.map(({ symbol }) => symbol)
}

/** The books that are wrong once all that was sent before a pause is read: looked at until none is, or 120 times. */
export async function looked(rig: FeedRig, isWrong: (slot: BookSlot) => boolean): Promise<readonly BookSlot[]> {
  let wrong: readonly BookSlot[] = []
  for (let look = 0; look < 10 || (wrong.length > 0 && look < 120); look++) {
    await rig.until('all books repaired', () => rig.live === rig.slots.size)
    wrong = rig.books.filter(isWrong)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return wrong
}

/** The simulator's name of the market of each book: `BASE/QUOTE`, Kraken's old tickers by their plain names. */
export function marketsOf(rig: FeedRig): ReadonlyMap<string, string> {
  const nameOf = ({ baseTicker, quoteTicker }: Instrument) =>
    `${baseTicker}/${quoteTicker}`.replace(/\bXBT\b/g, 'BTC').replace(/\bXDG\b/g, 'DOGE')
  const listed = new Map(rig.listed.map((one) => [one.symbol, nameOf(one)]))
  return new Map(rig.books.map(({ symbol }) => [symbol, listed.get(symbol) ?? symbol]))
}
