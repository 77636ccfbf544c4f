import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, 0 to A. */
export const ASSETS_0_A: readonly Asset[] = [
  coin('1INCH', '1inch', 'The governance token of the 1inch trade aggregator.', {
    binance: [on('1INCH', 'binance-spot-2021-10-12')],
    okx: [on('1INCH', 'okx-spot-2022-05-13')],
    bybit: [on('1INCH', 'bybit-spot-2026-08-09')],
    kraken: [on('1INCH', 'listing 2021')],
  }),
  coin('A', 'Vaulta', 'The coin for which EOS could be exchanged one to one in 2025.', {
    binance: [on('A', 'listing 2025')],
    okx: [on('A', 'listing 2025')],
    bybit: [on('A', 'bybit-spot-2026-08-09')],
  }),
  coin('AAVE', 'Aave', 'The governance token of the Aave lending protocol.', {
    binance: [on('AAVE', 'binance-spot-2021-10-12')],
    okx: [on('AAVE', 'okx-spot-2022-05-13')],
    bybit: [on('AAVE', 'bybit-spot-2026-08-09')],
    kraken: [on('AAVE', 'kraken-spot-2021-04-17')],
  }),
  coin('ACA', 'Acala', 'The coin of Acala, the finance chain on Polkadot.', {
    binance: [on('ACA', 'listing 2022')],
    okx: [on('ACA', 'okx-spot-2022-05-13')],
    kraken: [on('ACA', 'listing 2022')],
  }),
  coin('ACH', 'Alchemy Pay', 'The token of the payment gateway Alchemy Pay.', {
    binance: [on('ACH', 'listing 2022')],
    bybit: [on('ACH', 'bybit-spot-2026-08-09')],
    kraken: [on('ACH', 'listing 2022')],
  }),
  coin('ADA', 'Cardano', 'The staking coin of the Cardano chain.', {
    binance: [on('ADA', 'binance-spot-2021-10-12')],
    okx: [on('ADA', 'okx-spot-2022-05-13')],
    bybit: [on('ADA', 'bybit-spot-2026-08-09')],
    kraken: [on('ADA', 'kraken-spot-2021-04-17')],
  }),
  coin('AEVO', 'Aevo', 'The token of the Aevo options exchange.', {
    binance: [on('AEVO', 'listing 2024')],
    okx: [on('AEVO', 'listing 2024')],
    bybit: [on('AEVO', 'bybit-spot-2026-08-09')],
  }),
  coin('AGIX', 'SingularityNET', 'The token of the SingularityNET market for AI services, after its 2021 hard fork.', {
    binance: [on('AGIX', 'binance-spot-2021-10-12')],
    okx: [on('AGIX', 'listing 2023')],
    bybit: [on('AGIX', 'listing 2023')],
  }),
  coin('AGLD', 'Adventure Gold', 'The token of the Loot game collection.', {
    binance: [on('AGLD', 'binance-spot-2021-10-12')],
    okx: [on('AGLD', 'okx-spot-2022-05-13')],
    bybit: [on('AGLD', 'bybit-spot-2026-08-09')],
  }),
  coin('AIOZ', 'AIOZ Network', 'The coin of the AIOZ delivery and storage network.', {
    bybit: [on('AIOZ', 'bybit-spot-2026-08-09')],
  }),
  coin('AIXBT', 'aixbt by Virtuals', 'The token of an AI agent on Base that comments on markets.', {
    binance: [on('AIXBT', 'listing 2025')],
    bybit: [on('AIXBT', 'bybit-spot-2026-08-09')],
  }),
  coin('AKRO', 'Akropolis', 'The governance token of the Akropolis savings protocol.', {
    binance: [on('AKRO', 'binance-spot-2021-10-12')],
  }),
  coin('ALGO', 'Algorand', 'The coin of the Algorand chain.', {
    binance: [on('ALGO', 'binance-spot-2021-10-12')],
    okx: [on('ALGO', 'okx-spot-2022-05-13')],
    bybit: [on('ALGO', 'bybit-spot-2026-08-09')],
    kraken: [on('ALGO', 'kraken-spot-2021-04-17')],
  }),
  coin('ALICE', 'My Neighbor Alice', 'The token of the game My Neighbor Alice.', {
    binance: [on('ALICE', 'binance-spot-2021-10-12')],
    bybit: [on('ALICE', 'bybit-perp-2026-08-09')],
    kraken: [on('ALICE', 'listing 2022')],
  }),
  coin('ALT', 'AltLayer', "The token of AltLayer's services for launching rollups.", {
    binance: [on('ALT', 'listing 2024')],
    bybit: [on('ALT', 'bybit-spot-2026-08-09')],
  }),
  coin('ANIME', 'Animecoin', "The token of the Azuki collection's anime community.", {
    binance: [on('ANIME', 'listing 2025')],
    okx: [on('ANIME', 'listing 2025')],
    bybit: [on('ANIME', 'bybit-spot-2026-08-09')],
  }),
  coin('ANKR', 'Ankr', "The token of Ankr's node and staking services.", {
    binance: [on('ANKR', 'binance-spot-2021-10-12')],
    bybit: [on('ANKR', 'bybit-spot-2026-08-09')],
    kraken: [on('ANKR', 'listing 2021')],
  }),
  coin('ANT', 'Aragon', 'The governance token of the Aragon organisation tools.', {
    binance: [on('ANT', 'binance-spot-2021-10-12')],
    okx: [on('ANT', 'okx-spot-2022-05-13')],
    kraken: [on('ANT', 'kraken-spot-2021-04-17')],
  }),
  coin('APE', 'ApeCoin', 'The governance token of the ApeCoin DAO.', {
    binance: [on('APE', 'listing 2022')],
    okx: [on('APE', 'okx-spot-2022-05-13')],
    bybit: [on('APE', 'bybit-spot-2026-08-09')],
    kraken: [on('APE', 'listing 2022')],
  }),
  coin('API3', 'API3', "The governance token of oracles run by the data's owners.", {
    binance: [on('API3', 'listing 2022')],
    okx: [on('API3', 'okx-spot-2022-05-13')],
    bybit: [on('API3', 'bybit-perp-2026-08-09')],
    kraken: [on('API3', 'listing 2022')],
  }),
  coin('APT', 'Aptos', 'The coin of the Move-based Aptos chain.', {
    binance: [on('APT', 'listing 2022')],
    okx: [on('APT', 'listing 2022')],
    bybit: [on('APT', 'bybit-spot-2026-08-09')],
    kraken: [on('APT', 'listing 2022')],
  }),
  coin('AR', 'Arweave', 'The coin that pays once for permanent storage.', {
    binance: [on('AR', 'binance-spot-2021-10-12')],
    okx: [on('AR', 'okx-spot-2022-05-13')],
    bybit: [on('AR', 'bybit-spot-2026-08-09')],
  }),
  coin('ARB', 'Arbitrum', 'The governance token of the Arbitrum rollup.', {
    binance: [on('ARB', 'listing 2023')],
    okx: [on('ARB', 'listing 2023')],
    bybit: [on('ARB', 'bybit-spot-2026-08-09')],
    kraken: [on('ARB', 'listing 2023')],
  }),
  coin('ARKM', 'Arkham', 'The token of the Arkham chain-analysis platform.', {
    binance: [on('ARKM', 'listing 2023')],
    bybit: [on('ARKM', 'bybit-spot-2026-08-09')],
  }),
  coin('ASTER', 'Aster', 'The token of the Aster perpetuals exchange.', {
    binance: [on('ASTER', 'listing 2025')],
    bybit: [on('ASTER', 'bybit-spot-2026-08-09')],
  }),
  coin('ASTR', 'Astar', 'The coin of the Astar contract chain.', {
    binance: [on('ASTR', 'listing 2022')],
    okx: [on('ASTR', 'okx-spot-2022-05-13')],
    bybit: [on('ASTR', 'bybit-perp-2026-08-09')],
    kraken: [on('ASTR', 'listing 2022')],
  }),
  coin('ATH', 'Aethir', "The token of Aethir's market for rented graphics processors.", {
    okx: [on('ATH', 'listing 2024')],
    bybit: [on('ATH', 'bybit-spot-2026-08-09')],
  }),
  coin('ATOM', 'Cosmos Hub', 'The staking coin of the Cosmos Hub.', {
    binance: [on('ATOM', 'binance-spot-2021-10-12')],
    okx: [on('ATOM', 'okx-spot-2022-05-13')],
    bybit: [on('ATOM', 'bybit-spot-2026-08-09')],
    kraken: [on('ATOM', 'kraken-spot-2021-04-17')],
  }),
  coin('AUCTION', 'Bounce', 'The token of the Bounce auction platform.', {
    binance: [on('AUCTION', 'binance-spot-2021-10-12')],
    okx: [on('AUCTION', 'okx-spot-2022-05-13')],
    bybit: [on('AUCTION', 'bybit-perp-2026-08-09')],
  }),
  coin('AUDIO', 'Audius', 'The token of the Audius music service.', {
    binance: [on('AUDIO', 'binance-spot-2021-10-12')],
    kraken: [on('AUDIO', 'listing 2022')],
  }),
  coin('AVAX', 'Avalanche', 'The fee and staking coin of Avalanche and its subnets.', {
    binance: [on('AVAX', 'binance-spot-2021-10-12')],
    okx: [on('AVAX', 'okx-spot-2022-05-13')],
    bybit: [on('AVAX', 'bybit-spot-2026-08-09')],
    kraken: [on('AVAX', 'listing 2021')],
  }),
  coin('AXL', 'Axelar', 'The coin of the Axelar message network.', {
    binance: [on('AXL', 'listing 2024')],
    bybit: [on('AXL', 'bybit-spot-2026-08-09')],
  }),
  coin('AXS', 'Axie Infinity', 'The governance token of the game Axie Infinity.', {
    binance: [on('AXS', 'binance-spot-2021-10-12')],
    okx: [on('AXS', 'okx-spot-2022-05-13')],
    bybit: [on('AXS', 'bybit-spot-2026-08-09')],
    kraken: [on('AXS', 'listing 2021')],
  }),
]
