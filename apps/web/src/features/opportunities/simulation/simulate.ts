import type { Mode, OpportunityRow } from '@makas/contract'
import { isCapQuote, SIMULATED_COSTS, type SimulatedLine, simulatedCarry, simulatedTrade } from '@makas/domain'
import { percent, whole } from '../../../shared/format/numbers.ts'
import { currencyOf, netOf, type RowOf } from '../../../shared/opportunity/modes/modes.ts'
import { tr } from '../../../text/frame/tr.ts'
import { modeDetails as words } from '../../../text/market/mode-details.ts'

/** Bounds and default of the amount (VALID-23). */
export const AMOUNTS = { least: 100, most: 50_000, usual: 1000 } as const

/** Currency of the amount and its bounds: the row's own if it is a dollar, else USD. */
export function amountCurrency(row: OpportunityRow): string {
  const currency = currencyOf(row)
  return isCapQuote(currency) ? currency : 'USD'
}

type Simulation<R> = {
  /** The fixed costs applied to the received gross, or to a yearly return; the last line is the net. */
  readonly lines: (row: R, amount: number) => readonly SimulatedLine[]
  /** Up to this listed net, percent, a yield is low (CONST-27); null: no yield is. */
  readonly low: number | null
  /** Sentences about the fixed costs. */
  readonly assumed: readonly string[]
  /** Texts of the steps that the viewer watches. */
  readonly steps: (row: R) => readonly string[]
}

const { spot, carry, tri } = SIMULATED_COSTS

const SIMULATIONS: { readonly [M in Mode]: Simulation<RowOf<M>> } = {
  spot: {
    lines: (row, amount) => simulatedTrade('spot', amount, row.spread),
    low: 1,
    assumed: words.spot.assumed(percent(spot.fees, 1), percent(spot.slippage)),
    steps: (row) => words.spot.steps(tr.exchanges[row.buy_exchange], tr.exchanges[row.sell_exchange]),
  },
  carry: {
    lines: (_row, amount) => simulatedCarry(amount),
    low: 6,
    assumed: words.carry.assumed(percent(carry.funding), percent(carry.stopBelow, 0), percent(carry.borrow)),
    steps: (row) => words.carry.steps(tr.exchanges[row.exchange]),
  },
  tri: {
    lines: (row, amount) => simulatedTrade('tri', amount, row.gross_roi),
    low: null,
    assumed: words.tri.assumed(whole(tri.fees * 100), whole(tri.slippage * 100)),
    steps: (row) => words.tri.steps(row.leg1_pair, row.leg2_pair, row.leg3_pair),
  },
}

/** How rows of a mode are simulated. */
export const simulationOf = (mode: Mode) => SIMULATIONS[mode] as Simulation<OpportunityRow>

/** The lines of a simulated trade of `amount`; the last line is the net. */
export const simulate = (row: OpportunityRow, amount: number) => simulationOf(row.mode).lines(row, amount)

/** Whether the listed yield is so low that a small move may eat it (CONST-27). */
export function isLowYield(row: OpportunityRow): boolean {
  const { low } = simulationOf(row.mode)
  return low !== null && netOf(row) <= low
}
