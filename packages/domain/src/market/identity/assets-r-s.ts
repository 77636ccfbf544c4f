import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, R to S. */
export const ASSETS_R_S: readonly Asset[] = [
  coin('RAD', 'Radworks', 'The token of the Radicle code collaboration network.', {
    binance: [on('RAD', 'binance-spot-2021-10-12')],
    kraken: [on('RAD', 'listing 2022')],
  }),
  coin('RATS', 'RATS (BRC-20)', "A meme token of Bitcoin's BRC-20 inscriptions.", {
    binance: [on('1000RATS', 'listing 2023', { multiplier: 1000n })],
    okx: [on('RATS', 'listing 2023')],
    bybit: [on('RATS', 'bybit-spot-2026-08-09'), on('1000RATS', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
  }),
  coin('RAY', 'Raydium', 'The token of the Raydium exchange on Solana.', {
    binance: [on('RAY', 'binance-spot-2021-10-12')],
    okx: [on('RAY', 'okx-spot-2022-05-13')],
    bybit: [on('RAYDIUM', 'bybit-perp-2026-08-09', { only: 'perp' })],
    kraken: [on('RAY', 'listing 2021')],
  }),
  coin('REN', 'Ren', 'The token of the Ren bridge for bitcoin on other chains.', {
    binance: [on('REN', 'binance-spot-2021-10-12')],
    okx: [on('REN', 'okx-spot-2022-05-13')],
    kraken: [on('REN', 'listing 2021')],
  }),
  coin('RENDER', 'Render (Solana)', 'The Solana token of the Render graphics network that followed RNDR.', {
    binance: [on('RENDER', 'listing 2024')],
    okx: [on('RENDER', 'listing 2024')],
    bybit: [on('RENDER', 'bybit-spot-2026-08-09')],
    kraken: [on('RENDER', 'listing 2024')],
  }),
  coin('REQ', 'Request', 'The token of the Request invoicing protocol.', {
    binance: [on('REQ', 'binance-spot-2021-10-12')],
    kraken: [on('REQ', 'listing 2022')],
  }),
  coin('RESOLV', 'Resolv', 'The token of the issuer of the hedged dollar USR.', {
    binance: [on('RESOLV', 'listing 2025')],
    bybit: [on('RESOLV', 'bybit-spot-2026-08-09')],
  }),
  coin('RLC', 'iExec RLC', 'The token that buys computing on iExec.', {
    binance: [on('RLC', 'binance-spot-2021-10-12')],
    bybit: [on('RLC', 'bybit-perp-2026-08-09')],
    kraken: [on('RLC', 'listing 2022')],
  }),
  coin('RNDR', 'Render (Ethereum)', 'The first, Ethereum token of the Render graphics network.', {
    binance: [on('RNDR', 'listing 2021')],
    bybit: [on('RNDR', 'listing 2022')],
    kraken: [on('RNDR', 'listing 2022')],
  }),
  coin('ROSE', 'Oasis Network', 'The coin of the privacy-minded Oasis chain.', {
    binance: [on('ROSE', 'binance-spot-2021-10-12')],
    bybit: [on('ROSE', 'bybit-spot-2026-08-09')],
  }),
  coin('RPL', 'Rocket Pool', "The bond token of Rocket Pool's node operators.", {
    binance: [on('RPL', 'listing 2023')],
    bybit: [on('RPL', 'bybit-spot-2026-08-09')],
    kraken: [on('RPL', 'listing 2022')],
  }),
  coin('RSR', 'Reserve Rights', 'The token that insures baskets of the Reserve protocol.', {
    binance: [on('RSR', 'binance-spot-2021-10-12')],
    okx: [on('RSR', 'okx-spot-2022-05-13')],
    bybit: [on('RSR', 'bybit-perp-2026-08-09')],
  }),
  coin('RUNE', 'THORChain', "The coin that backs THORChain's cross-chain swaps.", {
    binance: [on('RUNE', 'binance-spot-2021-10-12')],
    bybit: [on('RUNE', 'bybit-spot-2026-08-09')],
    kraken: [on('RUNE', 'listing 2022')],
  }),
  coin('RVN', 'Ravencoin', "A mined coin for issuing assets, forked from Bitcoin's code.", {
    binance: [on('RVN', 'binance-spot-2021-10-12')],
    okx: [on('RVN', 'okx-spot-2022-05-13')],
    bybit: [on('RVN', 'bybit-spot-2026-08-09')],
  }),
  coin('S', 'Sonic', 'The coin of the Sonic chain, which FTM could be exchanged for.', {
    binance: [on('S', 'listing 2025')],
    okx: [on('S', 'listing 2025')],
    bybit: [on('S', 'bybit-spot-2026-08-09')],
    kraken: [on('S', 'listing 2025')],
  }),
  coin('SAHARA', 'Sahara AI', 'The token of the Sahara network for AI data and models.', {
    binance: [on('SAHARA', 'listing 2025')],
    bybit: [on('SAHARA', 'bybit-spot-2026-08-09')],
  }),
  coin('SAMO', 'Samoyedcoin', 'An early dog meme token on Solana.', {
    okx: [on('SAMO', 'okx-spot-2022-05-13')],
    kraken: [on('SAMO', 'listing 2022')],
  }),
  coin('SAND', 'The Sandbox', 'The money of the virtual world The Sandbox.', {
    binance: [on('SAND', 'binance-spot-2021-10-12')],
    okx: [on('SAND', 'okx-spot-2022-05-13')],
    bybit: [on('SAND', 'bybit-spot-2026-08-09')],
    kraken: [on('SAND', 'listing 2021')],
  }),
  coin('SATS', 'SATS (BRC-20)', "A token of Bitcoin's BRC-20 inscriptions named after the satoshi.", {
    binance: [on('1000SATS', 'listing 2023', { multiplier: 1000n })],
    okx: [on('SATS', 'listing 2023')],
    bybit: [on('SATS', 'bybit-spot-2026-08-09'), on('10000SATS', 'bybit-perp-2026-08-09', { multiplier: 10000n })],
  }),
  coin('SC', 'Siacoin', 'The coin that pays for storage on Sia.', {
    binance: [on('SC', 'binance-spot-2021-10-12')],
    okx: [on('SC', 'okx-spot-2022-05-13')],
    bybit: [on('SC', 'bybit-spot-2026-08-09')],
    kraken: [on('SC', 'kraken-spot-2021-04-17')],
  }),
  coin('SEI', 'Sei', 'The coin of the trading-minded Sei chain.', {
    binance: [on('SEI', 'listing 2023')],
    bybit: [on('SEI', 'bybit-spot-2026-08-09')],
    kraken: [on('SEI', 'listing 2023')],
  }),
  coin('SHIB', 'Shiba Inu', 'A dog meme token on Ethereum with a quadrillion supply.', {
    binance: [on('SHIB', 'binance-spot-2021-10-12'), on('1000SHIB', 'binance-perp-2021-07-22', { multiplier: 1000n })],
    okx: [on('SHIB', 'okx-spot-2022-05-13')],
    bybit: [on('SHIB', 'bybit-spot-2026-08-09'), on('SHIB1000', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
    kraken: [on('SHIB', 'listing 2021')],
  }),
  coin('SIGN', 'Sign', 'The token of the Sign attestation and distribution tools.', {
    binance: [on('SIGN', 'listing 2025')],
    bybit: [on('SIGN', 'bybit-spot-2026-08-09')],
  }),
  coin('SKL', 'SKALE', 'The token of the SKALE chains without gas fees.', {
    binance: [on('SKL', 'binance-spot-2021-10-12')],
    okx: [on('SKL', 'okx-spot-2022-05-13')],
    bybit: [on('SKL', 'bybit-perp-2026-08-09')],
  }),
  coin('SKY', 'Sky', 'The governance token of Sky, 24,000 for one MKR at the start.', {
    bybit: [on('SKY', 'bybit-spot-2026-08-09')],
    kraken: [on('SKY', 'listing 2025')],
    okx: [on('SKY', 'listing 2025')],
  }),
  coin('SLP', 'Smooth Love Potion', 'The token earned in the game Axie Infinity.', {
    binance: [on('SLP', 'binance-spot-2021-10-12')],
    okx: [on('SLP', 'okx-spot-2022-05-13')],
    bybit: [on('SLP', 'bybit-perp-2026-08-09')],
  }),
  coin('SNT', 'Status', 'The token of the Status messenger and wallet.', {
    binance: [on('SNT', 'binance-spot-2021-10-12')],
    okx: [on('SNT', 'okx-spot-2022-05-13')],
    bybit: [on('SNT', 'bybit-perp-2026-08-09')],
  }),
  coin('SNX', 'Synthetix', "The collateral token behind Synthetix's synthetic assets.", {
    binance: [on('SNX', 'binance-spot-2021-10-12')],
    okx: [on('SNX', 'okx-spot-2022-05-13')],
    bybit: [on('SNX', 'bybit-spot-2026-08-09')],
    kraken: [on('SNX', 'kraken-spot-2021-04-17')],
  }),
  coin('SOL', 'Solana', 'The fee and staking coin of the Solana chain.', {
    binance: [on('SOL', 'binance-spot-2021-10-12')],
    okx: [on('SOL', 'okx-spot-2022-05-13')],
    bybit: [on('SOL', 'bybit-spot-2026-08-09')],
    kraken: [on('SOL', 'listing 2021')],
  }),
  coin('SPELL', 'Spell Token', 'The token of the Abracadabra lending protocol.', {
    binance: [on('SPELL', 'listing 2021')],
    okx: [on('SPELL', 'okx-spot-2022-05-13')],
    kraken: [on('SPELL', 'listing 2022')],
  }),
  coin('SPK', 'Spark', 'The token of the Spark lending protocol in the Sky family.', {
    binance: [on('SPK', 'listing 2025')],
    bybit: [on('SPK', 'bybit-spot-2026-08-09')],
  }),
  coin('SRM', 'Serum', 'The token of the Serum exchange on Solana, idle since 2022.', {
    binance: [on('SRM', 'binance-spot-2021-10-12')],
    okx: [on('SRM', 'okx-spot-2022-05-13')],
    kraken: [on('SRM', 'listing 2021')],
  }),
  coin('SSV', 'SSV Network', 'The token of a network that splits validator keys.', {
    binance: [on('SSV', 'listing 2023')],
    okx: [on('SSV', 'listing 2023')],
    bybit: [on('SSV', 'bybit-spot-2026-08-09')],
  }),
  coin('STETH', 'Lido Staked Ether', "Lido's rebasing receipt for staked ether.", {
    okx: [on('STETH', 'listing 2022')],
    bybit: [on('STETH', 'bybit-spot-2026-08-09')],
  }),
  coin('STORJ', 'Storj', 'The payment token of the Storj storage network.', {
    binance: [on('STORJ', 'binance-spot-2021-10-12')],
    okx: [on('STORJ', 'okx-spot-2022-05-13')],
    bybit: [on('STORJ', 'bybit-perp-2026-08-09')],
    kraken: [on('STORJ', 'kraken-spot-2021-04-17')],
  }),
  coin('STRK', 'Starknet', 'The fee and governance token of the Starknet rollup.', {
    binance: [on('STRK', 'listing 2024')],
    bybit: [on('STRK', 'bybit-spot-2026-08-09')],
    kraken: [on('STRK', 'listing 2024')],
  }),
  coin('STX', 'Stacks', 'The coin of Stacks, a contract layer that settles on Bitcoin.', {
    binance: [on('STX', 'binance-spot-2021-10-12')],
    okx: [on('STX', 'okx-spot-2022-05-13')],
    bybit: [on('STX', 'bybit-spot-2026-08-09')],
    kraken: [on('STX', 'listing 2022')],
  }),
  coin('SUI', 'Sui', 'The coin of the Move-based Sui chain.', {
    binance: [on('SUI', 'listing 2023')],
    okx: [on('SUI', 'listing 2023')],
    bybit: [on('SUI', 'bybit-spot-2026-08-09')],
    kraken: [on('SUI', 'listing 2023')],
  }),
  coin('SUN', 'Sun Token', "The token of TRON's sun.io platform, after the split of one into a thousand.", {
    binance: [on('SUN', 'binance-spot-2021-10-12')],
    okx: [on('SUN', 'okx-spot-2022-05-13')],
    bybit: [on('SUN', 'bybit-spot-2026-08-09')],
  }),
  coin('SUPER', 'SuperVerse', 'The token of the SuperVerse games group.', {
    binance: [on('SUPER', 'binance-spot-2021-10-12')],
    bybit: [on('SUPER', 'bybit-perp-2026-08-09')],
    kraken: [on('SUPER', 'listing 2022')],
  }),
  coin('SUSHI', 'SushiSwap', 'The governance token of the Sushi exchange protocol.', {
    binance: [on('SUSHI', 'binance-spot-2021-10-12')],
    okx: [on('SUSHI', 'okx-spot-2022-05-13')],
    bybit: [on('SUSHI', 'bybit-spot-2026-08-09')],
    kraken: [on('SUSHI', 'listing 2021')],
  }),
  coin('SYRUP', 'Maple (SYRUP)', 'The token of the Maple institutional lender that followed MPL.', {
    binance: [on('SYRUP', 'listing 2025')],
    bybit: [on('SYRUP', 'bybit-perp-2026-08-09')],
    kraken: [on('SYRUP', 'listing 2025')],
  }),
]
