import { type Asset, coin } from './asset.ts'

/** Coins and tokens, 0 to A. */
export const ASSETS_0_A: readonly Asset[] = [
  coin('1INCH', '1inch', 'The governance token of the 1inch trade aggregator.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('A', 'Vaulta', 'The coin for which EOS could be exchanged one to one in 2025.', {
    binance: 2025,
    okx: 2025,
    bybit: 'spot',
  }),
  coin('AAVE', 'Aave', 'The governance token of the Aave lending protocol.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('ACA', 'Acala', 'The coin of Acala, the finance chain on Polkadot.', {
    binance: 2022,
    okx: 'spot',
    kraken: 2022,
  }),
  coin('ACH', 'Alchemy Pay', 'The token of the payment gateway Alchemy Pay.', {
    binance: 2022,
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('ADA', 'Cardano', 'The staking coin of the Cardano chain.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('AEVO', 'Aevo', 'The token of the Aevo options exchange.', { binance: 2024, okx: 2024, bybit: 'spot' }),
  coin('AGIX', 'SingularityNET', 'The token of the SingularityNET market for AI services, after its 2021 hard fork.', {
    binance: 'spot',
    okx: 2023,
    bybit: 2023,
  }),
  coin('AGLD', 'Adventure Gold', 'The token of the Loot game collection.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
  }),
  coin('AIOZ', 'AIOZ Network', 'The coin of the AIOZ delivery and storage network.', { bybit: 'spot' }),
  coin('AIXBT', 'aixbt by Virtuals', 'The token of an AI agent on Base that comments on markets.', {
    binance: 2025,
    bybit: 'spot',
  }),
  coin('AKRO', 'Akropolis', 'The governance token of the Akropolis savings protocol.', { binance: 'spot' }),
  coin('ALGO', 'Algorand', 'The coin of the Algorand chain.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('ALICE', 'My Neighbor Alice', 'The token of the game My Neighbor Alice.', {
    binance: 'spot',
    bybit: 'perp',
    kraken: 2022,
  }),
  coin('ALT', 'AltLayer', "The token of AltLayer's services for launching rollups.", { binance: 2024, bybit: 'spot' }),
  coin('ANIME', 'Animecoin', "The token of the Azuki collection's anime community.", {
    binance: 2025,
    okx: 2025,
    bybit: 'spot',
  }),
  coin('ANKR', 'Ankr', "The token of Ankr's node and staking services.", {
    binance: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('ANT', 'Aragon', 'The governance token of the Aragon organisation tools.', {
    binance: 'spot',
    okx: 'spot',
    kraken: 'spot',
  }),
  coin('APE', 'ApeCoin', 'The governance token of the ApeCoin DAO.', {
    binance: 2022,
    okx: 'spot',
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('API3', 'API3', "The governance token of oracles run by the data's owners.", {
    binance: 2022,
    okx: 'spot',
    bybit: 'perp',
    kraken: 2022,
  }),
  coin('APT', 'Aptos', 'The coin of the Move-based Aptos chain.', {
    binance: 2022,
    okx: 2022,
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('AR', 'Arweave', 'The coin that pays once for permanent storage.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
  }),
  coin('ARB', 'Arbitrum', 'The governance token of the Arbitrum rollup.', {
    binance: 2023,
    okx: 2023,
    bybit: 'spot',
    kraken: 2023,
  }),
  coin('ARKM', 'Arkham', 'The token of the Arkham chain-analysis platform.', { binance: 2023, bybit: 'spot' }),
  coin('ASTER', 'Aster', 'The token of the Aster perpetuals exchange.', { binance: 2025, bybit: 'spot' }),
  coin('ASTR', 'Astar', 'The coin of the Astar contract chain.', {
    binance: 2022,
    okx: 'spot',
    bybit: 'perp',
    kraken: 2022,
  }),
  coin('ATH', 'Aethir', "The token of Aethir's market for rented graphics processors.", { okx: 2024, bybit: 'spot' }),
  coin('ATOM', 'Cosmos Hub', 'The staking coin of the Cosmos Hub.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('AUCTION', 'Bounce', 'The token of the Bounce auction platform.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('AUDIO', 'Audius', 'The token of the Audius music service.', { binance: 'spot', kraken: 2022 }),
  coin('AVAX', 'Avalanche', 'The fee and staking coin of Avalanche and its subnets.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('AXL', 'Axelar', 'The coin of the Axelar message network.', { binance: 2024, bybit: 'spot' }),
  coin('AXS', 'Axie Infinity', 'The governance token of the game Axie Infinity.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
]
