import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, R to S. */
export const ASSETS_R_S: readonly Asset[] = [
  coin('RAD', 'Radworks', 'The token of the Radicle code collaboration network.', { binance: 'spot', kraken: 2022 }),
  coin('RATS', 'RATS (BRC-20)', "A meme token of Bitcoin's BRC-20 inscriptions.", {
    binance: [on('1000RATS', 2023, { multiplier: 1000n })],
    okx: 2023,
    bybit: [on('RATS', 'spot'), on('1000RATS', 'perp', { multiplier: 1000n })],
  }),
  coin('RAY', 'Raydium', 'The token of the Raydium exchange on Solana.', {
    binance: 'spot',
    okx: 'spot',
    bybit: [on('RAYDIUM', 'perp', { only: 'perp' })],
    kraken: 2021,
  }),
  coin('REN', 'Ren', 'The token of the Ren bridge for bitcoin on other chains.', {
    binance: 'spot',
    okx: 'spot',
    kraken: 2021,
  }),
  coin('RENDER', 'Render (Solana)', 'The Solana token of the Render graphics network that followed RNDR.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('REQ', 'Request', 'The token of the Request invoicing protocol.', { binance: 'spot', kraken: 2022 }),
  coin('RESOLV', 'Resolv', 'The token of the issuer of the hedged dollar USR.', { binance: 2025, bybit: 'spot' }),
  coin('RLC', 'iExec RLC', 'The token that buys computing on iExec.', { binance: 'spot', bybit: 'perp', kraken: 2022 }),
  coin('RNDR', 'Render (Ethereum)', 'The first, Ethereum token of the Render graphics network.', {
    binance: 2021,
    bybit: 2022,
    kraken: 2022,
  }),
  coin('ROSE', 'Oasis Network', 'The coin of the privacy-minded Oasis chain.', { binance: 'spot', bybit: 'spot' }),
  coin('RPL', 'Rocket Pool', "The bond token of Rocket Pool's node operators.", {
    binance: 2023,
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('RSR', 'Reserve Rights', 'The token that insures baskets of the Reserve protocol.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('RUNE', 'THORChain', "The coin that backs THORChain's cross-chain swaps.", {
    binance: 'spot',
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('RVN', 'Ravencoin', "A mined coin for issuing assets, forked from Bitcoin's code.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
  }),
  coin('S', 'Sonic', 'The coin of the Sonic chain, which FTM could be exchanged for.', {
    binance: 2025,
    okx: 2025,
    bybit: 'spot',
    kraken: 2025,
  }),
  coin('SAHARA', 'Sahara AI', 'The token of the Sahara network for AI data and models.', {
    binance: 2025,
    bybit: 'spot',
  }),
  coin('SAMO', 'Samoyedcoin', 'An early dog meme token on Solana.', { okx: 'spot', kraken: 2022 }),
  coin('SAND', 'The Sandbox', 'The money of the virtual world The Sandbox.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('SATS', 'SATS (BRC-20)', "A token of Bitcoin's BRC-20 inscriptions named after the satoshi.", {
    binance: [on('1000SATS', 2023, { multiplier: 1000n })],
    okx: 2023,
    bybit: [on('SATS', 'spot'), on('10000SATS', 'perp', { multiplier: 10000n })],
  }),
  coin('SC', 'Siacoin', 'The coin that pays for storage on Sia.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('SEI', 'Sei', 'The coin of the trading-minded Sei chain.', { binance: 2023, bybit: 'spot', kraken: 2023 }),
  coin('SHIB', 'Shiba Inu', 'A dog meme token on Ethereum with a quadrillion supply.', {
    binance: [on('SHIB', 'spot'), on('1000SHIB', 'perp', { multiplier: 1000n })],
    okx: 'spot',
    bybit: [on('SHIB', 'spot'), on('SHIB1000', 'perp', { multiplier: 1000n })],
    kraken: 2021,
  }),
  coin('SIGN', 'Sign', 'The token of the Sign attestation and distribution tools.', { binance: 2025, bybit: 'spot' }),
  coin('SKL', 'SKALE', 'The token of the SKALE chains without gas fees.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('SKY', 'Sky', 'The governance token of Sky, 24,000 for one MKR at the start.', {
    bybit: 'spot',
    kraken: 2025,
    okx: 2025,
  }),
  coin('SLP', 'Smooth Love Potion', 'The token earned in the game Axie Infinity.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('SNT', 'Status', 'The token of the Status messenger and wallet.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('SNX', 'Synthetix', "The collateral token behind Synthetix's synthetic assets.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('SOL', 'Solana', 'The fee and staking coin of the Solana chain.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('SPELL', 'Spell Token', 'The token of the Abracadabra lending protocol.', {
    binance: 2021,
    okx: 'spot',
    kraken: 2022,
  }),
  coin('SPK', 'Spark', 'The token of the Spark lending protocol in the Sky family.', { binance: 2025, bybit: 'spot' }),
  coin('SRM', 'Serum', 'The token of the Serum exchange on Solana, idle since 2022.', {
    binance: 'spot',
    okx: 'spot',
    kraken: 2021,
  }),
  coin('SSV', 'SSV Network', 'The token of a network that splits validator keys.', {
    binance: 2023,
    okx: 2023,
    bybit: 'spot',
  }),
  coin('STETH', 'Lido Staked Ether', "Lido's rebasing receipt for staked ether.", { okx: 2022, bybit: 'spot' }),
  coin('STORJ', 'Storj', 'The payment token of the Storj storage network.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
    kraken: 'spot',
  }),
  coin('STRK', 'Starknet', 'The fee and governance token of the Starknet rollup.', {
    binance: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('STX', 'Stacks', 'The coin of Stacks, a contract layer that settles on Bitcoin.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('SUI', 'Sui', 'The coin of the Move-based Sui chain.', {
    binance: 2023,
    okx: 2023,
    bybit: 'spot',
    kraken: 2023,
  }),
  coin('SUN', 'Sun Token', "The token of TRON's sun.io platform, after the split of one into a thousand.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
  }),
  coin('SUPER', 'SuperVerse', 'The token of the SuperVerse games group.', {
    binance: 'spot',
    bybit: 'perp',
    kraken: 2022,
  }),
  coin('SUSHI', 'SushiSwap', 'The governance token of the Sushi exchange protocol.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('SYRUP', 'Maple (SYRUP)', 'The token of the Maple institutional lender that followed MPL.', {
    binance: 2025,
    bybit: 'perp',
    kraken: 2025,
  }),
]
