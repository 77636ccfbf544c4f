import type { MarketLeg } from '../legs/market-leg.ts'
import { Route } from './route.ts'

/** One conversion of a cycle: buying the base of a pair or selling it. */
export type TriStep = { readonly leg: MarketLeg; readonly side: 'buy' | 'sell' }
export type TriSteps = readonly [TriStep, TriStep, TriStep]

const rate = ({ leg, side }: TriStep) => (side === 'buy' ? 1 / leg.ask : leg.bid)

/** Three trades on one exchange that end in the asset they began with. */
export class TriRoute extends Route {
  readonly mode = 'tri'
  readonly steps: TriSteps
  /** The start asset, then the assets after the first and the second trade. */
  readonly assets: readonly [string, string, string]

  constructor(assets: TriRoute['assets'], steps: TriSteps) {
    super(
      TriRoute.id(steps[0].leg.slot.exchange, assets),
      steps.map(({ leg }) => leg),
    )
    this.assets = assets
    this.steps = steps
  }

  static id(exchange: string, assets: TriRoute['assets']): string {
    return `tri.${exchange}.${assets.join('-')}`
  }

  /** The product of the three best prices, as a double: what one unit becomes before fees; 0 where a side is empty. */
  get topProduct(): number {
    const [first, second, third] = this.steps
    return rate(first) * rate(second) * rate(third)
  }

  /** Share that the three fees leave; NaN while a fee is unknown. */
  get shareAfterFees(): number {
    const [first, second, third] = this.steps
    return first.leg.shareAfterFee * second.leg.shareAfterFee * third.leg.shareAfterFee
  }
}
