import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, G to K. */
export const ASSETS_G_K: readonly Asset[] = [
  coin('GALA', 'Gala', 'The token of the Gala games platform.', {
    binance: [on('GALA', 'binance-spot-2021-10-12')],
    okx: [on('GALA', 'okx-spot-2022-05-13')],
    bybit: [on('GALA', 'bybit-spot-2026-08-09')],
    kraken: [on('GALA', 'listing 2022')],
  }),
  coin('GHST', 'Aavegotchi', 'The token of the game Aavegotchi.', {
    binance: [on('GHST', 'binance-spot-2021-10-12')],
    okx: [on('GHST', 'okx-spot-2022-05-13')],
    kraken: [on('GHST', 'listing 2021')],
  }),
  coin('GLM', 'Golem', 'The token that rents computing on Golem (the ERC-20 version of 2020).', {
    binance: [on('GLM', 'binance-spot-2021-10-12')],
    okx: [on('GLM', 'okx-spot-2022-05-13')],
    bybit: [on('GLM', 'bybit-perp-2026-08-09')],
  }),
  coin('GLMR', 'Moonbeam', 'The coin of Moonbeam, the Ethereum-like chain on Polkadot.', {
    binance: [on('GLMR', 'listing 2022')],
    okx: [on('GLMR', 'okx-spot-2022-05-13')],
    bybit: [on('GLMR', 'bybit-spot-2026-08-09')],
    kraken: [on('GLMR', 'listing 2022')],
  }),
  coin('GMT', 'STEPN (GMT)', 'The governance token of the walking application STEPN.', {
    binance: [on('GMT', 'listing 2022')],
    okx: [on('GMT', 'okx-spot-2022-05-13')],
    bybit: [on('GMT', 'bybit-spot-2026-08-09')],
    kraken: [on('GMT', 'listing 2022')],
  }),
  coin('GMX', 'GMX', 'The revenue-sharing token of the GMX perpetuals exchange.', {
    binance: [on('GMX', 'listing 2022')],
    okx: [on('GMX', 'listing 2022')],
    bybit: [on('GMX', 'bybit-spot-2026-08-09')],
    kraken: [on('GMX', 'listing 2022')],
  }),
  coin('GNO', 'Gnosis', 'The token of the Gnosis chain.', {
    binance: [on('GNO', 'binance-spot-2021-10-12')],
    kraken: [on('GNO', 'kraken-spot-2021-04-17')],
  }),
  coin('GOAT', 'Goatseus Maximus', 'A Solana meme token made popular by a chat bot.', {
    binance: [on('GOAT', 'listing 2024')],
    okx: [on('GOAT', 'listing 2024')],
    bybit: [on('GOAT', 'bybit-spot-2026-08-09')],
    kraken: [on('GOAT', 'listing 2024')],
  }),
  coin('GRT', 'The Graph', "The token that pays indexers of The Graph's queries.", {
    binance: [on('GRT', 'binance-spot-2021-10-12')],
    okx: [on('GRT', 'okx-spot-2022-05-13')],
    bybit: [on('GRT', 'bybit-spot-2026-08-09')],
    kraken: [on('GRT', 'kraken-spot-2021-04-17')],
  }),
  coin('HBAR', 'Hedera', 'The fee coin of the Hedera hashgraph ledger.', {
    binance: [on('HBAR', 'binance-spot-2021-10-12')],
    okx: [on('HBAR', 'okx-spot-2022-05-13')],
    bybit: [on('HBAR', 'bybit-spot-2026-08-09')],
    kraken: [on('HBAR', 'listing 2025')],
  }),
  coin('HIGH', 'Highstreet', 'The token of the Highstreet virtual shopping world.', {
    binance: [on('HIGH', 'listing 2021')],
  }),
  coin('HMSTR', 'Hamster Kombat', 'The TON token of a Telegram clicker game.', {
    binance: [on('HMSTR', 'listing 2024')],
    okx: [on('HMSTR', 'listing 2024')],
    bybit: [on('HMSTR', 'bybit-spot-2026-08-09')],
  }),
  coin('HOME', 'Defi App', 'The token of the Defi App trading application.', {
    binance: [on('HOME', 'listing 2025')],
    bybit: [on('HOME', 'bybit-spot-2026-08-09')],
  }),
  coin('HYPE', 'Hyperliquid', 'The coin of the Hyperliquid chain and its perpetuals exchange.', {
    binance: [on('HYPE', 'listing 2025')],
    bybit: [on('HYPE', 'bybit-spot-2026-08-09')],
    kraken: [on('HYPE', 'listing 2025')],
  }),
  coin('ICP', 'Internet Computer', 'The coin that is turned into computing cycles on the Internet Computer.', {
    binance: [on('ICP', 'binance-spot-2021-10-12')],
    okx: [on('ICP', 'okx-spot-2022-05-13')],
    bybit: [on('ICP', 'bybit-spot-2026-08-09')],
    kraken: [on('ICP', 'listing 2022')],
  }),
  coin('ICX', 'ICON', 'The coin of the ICON chain for linking chains.', {
    binance: [on('ICX', 'binance-spot-2021-10-12')],
    okx: [on('ICX', 'okx-spot-2022-05-13')],
    bybit: [on('ICX', 'bybit-spot-2026-08-09')],
    kraken: [on('ICX', 'kraken-spot-2021-04-17')],
  }),
  coin('ID', 'SPACE ID', 'The token of the SPACE ID name service.', {
    binance: [on('ID', 'listing 2023')],
    okx: [on('ID', 'listing 2023')],
    bybit: [on('ID', 'bybit-spot-2026-08-09')],
  }),
  coin('ILV', 'Illuvium', 'The governance token of the game Illuvium.', {
    binance: [on('ILV', 'binance-spot-2021-10-12')],
    okx: [on('ILV', 'okx-spot-2022-05-13')],
    bybit: [on('ILV', 'bybit-perp-2026-08-09')],
  }),
  coin('IMX', 'Immutable X', "The token of Immutable's game rollup.", {
    binance: [on('IMX', 'listing 2021')],
    okx: [on('IMX', 'okx-spot-2022-05-13')],
    bybit: [on('IMX', 'bybit-spot-2026-08-09')],
    kraken: [on('IMX', 'listing 2022')],
  }),
  coin('INIT', 'Initia', 'The coin of the Initia rollup network.', {
    binance: [on('INIT', 'listing 2025')],
    okx: [on('INIT', 'listing 2025')],
    bybit: [on('INIT', 'bybit-spot-2026-08-09')],
  }),
  coin('INJ', 'Injective', 'The coin of the Injective chain for exchange applications.', {
    binance: [on('INJ', 'binance-spot-2021-10-12')],
    okx: [on('INJ', 'listing 2023')],
    bybit: [on('INJ', 'bybit-spot-2026-08-09')],
    kraken: [on('INJ', 'listing 2021')],
  }),
  coin('IOST', 'IOST', 'The coin of the IOST chain.', {
    binance: [on('IOST', 'binance-spot-2021-10-12')],
    okx: [on('IOST', 'okx-spot-2022-05-13')],
    bybit: [on('IOST', 'bybit-perp-2026-08-09')],
  }),
  coin('IOTA', 'IOTA', 'The coin of the IOTA ledger for machines.', {
    binance: [on('IOTA', 'binance-spot-2021-10-12')],
    okx: [on('IOTA', 'okx-spot-2022-05-13')],
    bybit: [on('IOTA', 'bybit-perp-2026-08-09')],
  }),
  coin('IOTX', 'IoTeX', 'The coin of the IoTeX chain for devices.', {
    binance: [on('IOTX', 'binance-spot-2021-10-12')],
    bybit: [on('IOTX', 'bybit-perp-2026-08-09')],
  }),
  coin('JASMY', 'JasmyCoin', 'The token of the Japanese data company Jasmy.', {
    binance: [on('JASMY', 'listing 2021')],
    bybit: [on('JASMY', 'bybit-spot-2026-08-09')],
    kraken: [on('JASMY', 'listing 2022')],
  }),
  coin('JST', 'JUST', "The governance token of TRON's JUST lending.", {
    binance: [on('JST', 'binance-spot-2021-10-12')],
    okx: [on('JST', 'okx-spot-2022-05-13')],
    bybit: [on('JST', 'bybit-spot-2026-08-09')],
  }),
  coin('JTO', 'Jito', "The governance token of Jito's Solana staking and auction services.", {
    binance: [on('JTO', 'listing 2023')],
    okx: [on('JTO', 'listing 2023')],
    bybit: [on('JTO', 'bybit-spot-2026-08-09')],
    kraken: [on('JTO', 'listing 2023')],
  }),
  coin('JUP', 'Jupiter', "The governance token of Solana's Jupiter trade router.", {
    binance: [on('JUP', 'listing 2024')],
    okx: [on('JUP', 'listing 2024')],
    bybit: [on('JUP', 'bybit-spot-2026-08-09')],
    kraken: [on('JUP', 'listing 2024')],
  }),
  coin('KAIA', 'Kaia', 'The coin of Kaia, which continues the Klaytn ledger and was written KLAY.', {
    binance: [on('KLAY', 'binance-spot-2021-10-12'), on('KAIA', 'listing 2024')],
    okx: [on('KLAY', 'okx-spot-2022-05-13'), on('KAIA', 'listing 2024')],
    bybit: [on('KAIA', 'bybit-spot-2026-08-09')],
  }),
  coin('KAITO', 'Kaito', 'The token of the Kaito attention market.', {
    binance: [on('KAITO', 'listing 2025')],
    okx: [on('KAITO', 'listing 2025')],
    bybit: [on('KAITO', 'bybit-perp-2026-08-09')],
    kraken: [on('KAITO', 'listing 2025')],
  }),
  coin('KAS', 'Kaspa', 'A mined coin whose blocks form a graph in place of a chain.', {
    binance: [on('KAS', 'listing 2023')],
    bybit: [on('KAS', 'bybit-spot-2026-08-09')],
  }),
  coin('KAVA', 'Kava', 'The coin of the Kava lending chain.', {
    binance: [on('KAVA', 'binance-spot-2021-10-12')],
    bybit: [on('KAVA', 'bybit-spot-2026-08-09')],
    kraken: [on('KAVA', 'kraken-spot-2021-04-17')],
  }),
  coin('KCS', 'KuCoin Token', 'The token issued by the exchange KuCoin.', {
    bybit: [on('KCS', 'bybit-spot-2026-08-09')],
  }),
  coin('KDA', 'Kadena', 'The coin of the many-chain proof-of-work network Kadena.', {
    binance: [on('KDA', 'listing 2022')],
    okx: [on('KDA', 'okx-spot-2022-05-13')],
  }),
  coin('KEEP', 'Keep Network', 'The token of the Keep network for private data on public chains.', {
    binance: [on('KEEP', 'binance-spot-2021-10-12')],
    kraken: [on('KEEP', 'kraken-spot-2021-04-17')],
  }),
  coin('KISHU', 'Kishu Inu', 'A dog meme token on Ethereum.', { okx: [on('KISHU', 'okx-spot-2022-05-13')] }),
  coin('KNC', 'Kyber Network Crystal', 'The governance token of the Kyber exchange protocol (the version of 2021).', {
    binance: [on('KNC', 'binance-spot-2021-10-12')],
    okx: [on('KNC', 'okx-spot-2022-05-13')],
    bybit: [on('KNC', 'bybit-perp-2026-08-09')],
  }),
  coin('KSM', 'Kusama', "The coin of Kusama, Polkadot's experimental sister chain.", {
    binance: [on('KSM', 'binance-spot-2021-10-12')],
    okx: [on('KSM', 'okx-spot-2022-05-13')],
    bybit: [on('KSM', 'bybit-spot-2026-08-09')],
    kraken: [on('KSM', 'kraken-spot-2021-04-17')],
  }),
]
