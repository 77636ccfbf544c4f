import type { ExchangeId } from '@makas/domain'

/** Maker and taker fee, in millionths. */
interface FeePair {
  readonly maker: number
  readonly taker: number
}

export interface FeeTier {
  /** The exchange's name of the tier. */
  readonly level: string
  readonly spot: FeePair
  readonly perp: FeePair
}

export const FEE_DECIMALS = 6

const tier = (level: string, spot: [number, number], perp: [number, number]): FeeTier => ({
  level,
  spot: { maker: spot[0], taker: spot[1] },
  perp: { maker: perp[0], taker: perp[1] },
})

/** The lowest public tier, and a better tier whose account must be shown lower fees than the public fees. */
export const FEE_TIERS: Readonly<Record<ExchangeId, { readonly lowest: FeeTier; readonly better: FeeTier }>> = {
  binance: { lowest: tier('0', [1000, 1000], [200, 500]), better: tier('3', [400, 600], [120, 320]) },
  okx: { lowest: tier('Lv1', [800, 1000], [200, 500]), better: tier('VIP2', [600, 800], [150, 400]) },
  bybit: { lowest: tier('No VIP', [1000, 1000], [200, 550]), better: tier('VIP-2', [650, 775], [160, 375]) },
  kraken: { lowest: tier('0', [4000, 8000], [200, 500]), better: tier('50000', [2000, 4000], [150, 400]) },
}
