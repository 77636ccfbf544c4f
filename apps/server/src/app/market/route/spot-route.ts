import type { MarketLeg } from '../legs/market-leg.ts'
import { Route } from './route.ts'

/** Buying on one exchange and selling on another, same base and quote. */
export class SpotRoute extends Route {
  readonly mode = 'spot'
  readonly buy: MarketLeg
  readonly sell: MarketLeg

  constructor(buy: MarketLeg, sell: MarketLeg) {
    const { base, quote } = buy.identity
    super(`spot.${base}-${quote}.${buy.slot.exchange}.${sell.slot.exchange}`, [buy, sell])
    this.buy = buy
    this.sell = sell
  }
}
