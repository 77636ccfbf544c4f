import type { BookSlot, ExchangeId, Instrument } from '@makas/domain'
import type { TestContext } from 'vitest'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { startSimulator } from '../../../simulator/index.ts'
import { FastClock } from './fast-clock.ts'
import { FeedRig, levelsOf, plain } from './feed-rig.ts'
import { looked } from './market-rig.ts'

/** The linear perpetuals that trade. */
export const linear = (listed: readonly Instrument[]) =>
  listed.filter(({ inverse, status }) => !inverse && status === 'trading').map(({ symbol }) => symbol)

/** A feed of perpetuals against the simulated exchange, by a clock that runs `factor` times as fast. */
export async function perpRig(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  exchange: ExchangeId,
  factor = 1,
  options: Partial<Parameters<typeof startSimulator>[0]> = {},
) {
  const simulator = await startSimulator({ seed: 1, symbols: 8, ...options, port: 0 })
  const clock = new FastClock(factor)
  const rig = new FeedRig({ exchange, market: 'perp', origin: simulator.origin, clock })
  onTestFinished(async () => {
    await rig.stop()
    clock.stop()
    await simulator.stop()
  })
  /** The simulator's own name of a listed instrument. */
  const truthOf = (symbol: string) => {
    const listed = rig.listed.find((one) => one.symbol === symbol)
    return `${listed?.baseTicker}/${listed?.quoteTicker}:${listed?.quoteTicker}`
  }
  const told = <K extends PerpFact['kind']>(kind: K, symbol: string) =>
    rig.facts.filter(
      (fact): fact is PerpFact & { kind: K } => fact.kind === kind && 'symbol' in fact && fact.symbol === symbol,
    )
  const differs = ({ symbol }: BookSlot, levels: number) => {
    const truth = simulator.perpBookOf(exchange, truthOf(symbol))
    return (['bids', 'asks'] as const).some((side) => {
      const expected = truth[side].slice(0, levels).map((level) => level.map(plain))
      return JSON.stringify(levelsOf(rig.slot(symbol), side, levels)) !== JSON.stringify(expected)
    })
  }
  /** The books that differ from the simulator's own, its time standing still. */
  const differing = async () => {
    simulator.pause()
    return (await looked(rig, (slot) => differs(slot, 10))).map(({ symbol }) => symbol)
  }
  return { rig, simulator, truthOf, told, differing }
}
