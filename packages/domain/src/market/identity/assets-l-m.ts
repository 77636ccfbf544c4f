import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, L to M. */
export const ASSETS_L_M: readonly Asset[] = [
  coin('LAYER', 'Solayer', "The token of Solayer's re-staking on Solana.", {
    binance: 2025,
    okx: 2025,
    bybit: [on('LAYER', 'spot', { only: 'spot' }), on('SOLAYER', 'perp', { only: 'perp' })],
  }),
  coin('LDO', 'Lido DAO', 'The governance token of the Lido staking pool.', {
    binance: 2022,
    okx: 2022,
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('LEO', 'UNUS SED LEO', 'The token issued by the exchange Bitfinex.', { okx: 'spot' }),
  coin('LINEA', 'Linea', 'The token of the Linea rollup.', { binance: 2025, okx: 2025, bybit: 'spot', kraken: 2025 }),
  coin('LINK', 'Chainlink', 'The token that pays the operators of the Chainlink price oracles.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('LOOKS', 'LooksRare', 'The token of the LooksRare collectibles market.', { okx: 'spot' }),
  coin('LPT', 'Livepeer', 'The staking token of the Livepeer video network.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
    kraken: 2021,
  }),
  coin('LQTY', 'Liquity', 'The staking token of the Liquity loan protocol.', { binance: 2023, bybit: 'perp' }),
  coin('LRC', 'Loopring', 'The token of the Loopring exchange rollup.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('LSK', 'Lisk', 'The token of the Lisk network.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
    kraken: 'spot',
  }),
  coin('LTC', 'Litecoin', "A scrypt-mined fork of Bitcoin's code with faster blocks.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: [on('LTC', 'spot'), on('XLTC', 'spot', { only: 'spot' })],
  }),
  coin('LUNC', 'Terra Classic', 'The coin of the old Terra chain that collapsed in May 2022.', {
    binance: [on('LUNC', 2022), on('1000LUNC', 2022, { multiplier: 1000n })],
    okx: 2022,
    bybit: [on('LUNC', 'spot'), on('1000LUNC', 'perp', { multiplier: 1000n })],
  }),
  coin('MAGIC', 'Treasure', 'The token of the Treasure game network.', { binance: 2022, okx: 'spot', bybit: 'spot' }),
  coin('MANA', 'Decentraland', 'The money of the virtual world Decentraland.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('MANTA', 'Manta Network', 'The token of the Manta rollup.', { binance: 2024, bybit: 'spot' }),
  coin('MASK', 'Mask Network', 'The token of the Mask browser extension for encrypted posts.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('MATIC', 'Polygon (MATIC)', 'The first token of Polygon, exchanged for POL since 2024.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 2021,
    kraken: 2021,
  }),
  coin('ME', 'Magic Eden', 'The token of the Magic Eden collectibles market.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('MELANIA', 'Official Melania Meme', 'The Solana meme token that Melania Trump announced in January 2025.', {
    binance: 2025,
    bybit: 'perp',
    kraken: 2025,
  }),
  coin('METIS', 'Metis', 'The token of the Metis rollup.', { binance: 2024, okx: 'spot', bybit: 'perp' }),
  coin('MEW', 'cat in a dogs world', 'A Solana cat meme token.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('MINA', 'Mina', 'The coin of the Mina chain of constant size.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('MKR', 'Maker', 'The governance token of Maker, the issuer of DAI, before Sky.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 2022,
    kraken: 2021,
  }),
  coin('MLN', 'Enzyme', 'The token of the Enzyme fund platform, formerly Melon.', {
    binance: 'spot',
    okx: 'spot',
    kraken: [on('MLN', 'spot'), on('XMLN', 'spot', { only: 'spot' })],
  }),
  coin('MNT', 'Mantle', 'The token of the Mantle rollup, once BitDAO.', { binance: 2025, bybit: 'spot', kraken: 2024 }),
  coin('MOG', 'Mog Coin', 'A cat meme token on Ethereum and Base.', {
    binance: [on('1000000MOG', 2024, { multiplier: 1000000n })],
    bybit: [on('MOG', 'spot'), on('1000000MOG', 'perp', { multiplier: 1000000n })],
    kraken: 2024,
  }),
  coin('MOODENG', 'Moo Deng', 'A Solana meme token after a pygmy hippopotamus.', {
    binance: 2024,
    bybit: 'perp',
    kraken: 2024,
  }),
  coin('MORPHO', 'Morpho', 'The governance token of the Morpho lending markets.', {
    binance: 2025,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('MOVE', 'Movement', 'The coin of the Move-language Movement network.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('MOVR', 'Moonriver', 'The coin of Moonriver, the Ethereum-like chain on Kusama.', {
    binance: 2021,
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('MTL', 'Metal DAO', 'The token of the Metal payment applications.', { binance: 'spot', bybit: 'perp' }),
]
