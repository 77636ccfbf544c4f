import type { PortfolioAsset } from '@makas/contract'

/** An asset that is held; what lies in a futures wallet of its own is named apart from the same asset beside it. */
export const assetName = ({ asset, wallet }: Pick<PortfolioAsset, 'asset' | 'wallet'>): string =>
  wallet === 'futures' ? `${asset} vadeli` : asset
