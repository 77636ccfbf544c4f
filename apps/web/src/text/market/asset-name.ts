import type { PortfolioAsset } from '@makas/contract'

/** Name of a held asset; one in a separate futures wallet is told apart from the spot asset beside it. */
export const assetName = ({ asset, wallet }: Pick<PortfolioAsset, 'asset' | 'wallet'>): string =>
  wallet === 'futures' ? `${asset} vadeli` : asset
