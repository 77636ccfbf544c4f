import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, L to M. */
export const ASSETS_L_M: readonly Asset[] = [
  coin('LAYER', 'Solayer', "The token of Solayer's re-staking on Solana.", {
    binance: [on('LAYER', 'listing 2025')],
    okx: [on('LAYER', 'listing 2025')],
    bybit: [
      on('LAYER', 'bybit-spot-2026-08-09', { only: 'spot' }),
      on('SOLAYER', 'bybit-perp-2026-08-09', { only: 'perp' }),
    ],
  }),
  coin('LDO', 'Lido DAO', 'The governance token of the Lido staking pool.', {
    binance: [on('LDO', 'listing 2022')],
    okx: [on('LDO', 'listing 2022')],
    bybit: [on('LDO', 'bybit-spot-2026-08-09')],
    kraken: [on('LDO', 'listing 2022')],
  }),
  coin('LEO', 'UNUS SED LEO', 'The token issued by the exchange Bitfinex.', {
    okx: [on('LEO', 'okx-spot-2022-05-13')],
  }),
  coin('LINEA', 'Linea', 'The token of the Linea rollup.', {
    binance: [on('LINEA', 'listing 2025')],
    okx: [on('LINEA', 'listing 2025')],
    bybit: [on('LINEA', 'bybit-spot-2026-08-09')],
    kraken: [on('LINEA', 'listing 2025')],
  }),
  coin('LINK', 'Chainlink', 'The token that pays the operators of the Chainlink price oracles.', {
    binance: [on('LINK', 'binance-spot-2021-10-12')],
    okx: [on('LINK', 'okx-spot-2022-05-13')],
    bybit: [on('LINK', 'bybit-spot-2026-08-09')],
    kraken: [on('LINK', 'kraken-spot-2021-04-17')],
  }),
  coin('LOOKS', 'LooksRare', 'The token of the LooksRare collectibles market.', {
    okx: [on('LOOKS', 'okx-spot-2022-05-13')],
  }),
  coin('LPT', 'Livepeer', 'The staking token of the Livepeer video network.', {
    binance: [on('LPT', 'binance-spot-2021-10-12')],
    okx: [on('LPT', 'okx-spot-2022-05-13')],
    bybit: [on('LPT', 'bybit-perp-2026-08-09')],
    kraken: [on('LPT', 'listing 2021')],
  }),
  coin('LQTY', 'Liquity', 'The staking token of the Liquity loan protocol.', {
    binance: [on('LQTY', 'listing 2023')],
    bybit: [on('LQTY', 'bybit-perp-2026-08-09')],
  }),
  coin('LRC', 'Loopring', 'The token of the Loopring exchange rollup.', {
    binance: [on('LRC', 'binance-spot-2021-10-12')],
    okx: [on('LRC', 'okx-spot-2022-05-13')],
    bybit: [on('LRC', 'bybit-spot-2026-08-09')],
    kraken: [on('LRC', 'listing 2021')],
  }),
  coin('LSK', 'Lisk', 'The token of the Lisk network.', {
    binance: [on('LSK', 'binance-spot-2021-10-12')],
    okx: [on('LSK', 'okx-spot-2022-05-13')],
    bybit: [on('LSK', 'bybit-perp-2026-08-09')],
    kraken: [on('LSK', 'kraken-spot-2021-04-17')],
  }),
  coin('LTC', 'Litecoin', "A scrypt-mined fork of Bitcoin's code with faster blocks.", {
    binance: [on('LTC', 'binance-spot-2021-10-12')],
    okx: [on('LTC', 'okx-spot-2022-05-13')],
    bybit: [on('LTC', 'bybit-spot-2026-08-09')],
    kraken: [on('LTC', 'kraken-spot-2021-04-17'), on('XLTC', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('LUNC', 'Terra Classic', 'The coin of the old Terra chain that collapsed in May 2022.', {
    binance: [on('LUNC', 'listing 2022'), on('1000LUNC', 'listing 2022', { multiplier: 1000n })],
    okx: [on('LUNC', 'listing 2022')],
    bybit: [on('LUNC', 'bybit-spot-2026-08-09'), on('1000LUNC', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
  }),
  coin('MAGIC', 'Treasure', 'The token of the Treasure game network.', {
    binance: [on('MAGIC', 'listing 2022')],
    okx: [on('MAGIC', 'okx-spot-2022-05-13')],
    bybit: [on('MAGIC', 'bybit-spot-2026-08-09')],
  }),
  coin('MANA', 'Decentraland', 'The money of the virtual world Decentraland.', {
    binance: [on('MANA', 'binance-spot-2021-10-12')],
    okx: [on('MANA', 'okx-spot-2022-05-13')],
    bybit: [on('MANA', 'bybit-spot-2026-08-09')],
    kraken: [on('MANA', 'kraken-spot-2021-04-17')],
  }),
  coin('MANTA', 'Manta Network', 'The token of the Manta rollup.', {
    binance: [on('MANTA', 'listing 2024')],
    bybit: [on('MANTA', 'bybit-spot-2026-08-09')],
  }),
  coin('MASK', 'Mask Network', 'The token of the Mask browser extension for encrypted posts.', {
    binance: [on('MASK', 'binance-spot-2021-10-12')],
    okx: [on('MASK', 'okx-spot-2022-05-13')],
    bybit: [on('MASK', 'bybit-spot-2026-08-09')],
    kraken: [on('MASK', 'listing 2022')],
  }),
  coin('MATIC', 'Polygon (MATIC)', 'The first token of Polygon, exchanged for POL since 2024.', {
    binance: [on('MATIC', 'binance-spot-2021-10-12')],
    okx: [on('MATIC', 'okx-spot-2022-05-13')],
    bybit: [on('MATIC', 'listing 2021')],
    kraken: [on('MATIC', 'listing 2021')],
  }),
  coin('ME', 'Magic Eden', 'The token of the Magic Eden collectibles market.', {
    binance: [on('ME', 'listing 2024')],
    okx: [on('ME', 'listing 2024')],
    bybit: [on('ME', 'bybit-spot-2026-08-09')],
    kraken: [on('ME', 'listing 2024')],
  }),
  coin('MELANIA', 'Official Melania Meme', 'The Solana meme token that Melania Trump announced in January 2025.', {
    binance: [on('MELANIA', 'listing 2025')],
    bybit: [on('MELANIA', 'bybit-perp-2026-08-09')],
    kraken: [on('MELANIA', 'listing 2025')],
  }),
  coin('METIS', 'Metis', 'The token of the Metis rollup.', {
    binance: [on('METIS', 'listing 2024')],
    okx: [on('METIS', 'okx-spot-2022-05-13')],
    bybit: [on('METIS', 'bybit-perp-2026-08-09')],
  }),
  coin('MEW', 'cat in a dogs world', 'A Solana cat meme token.', {
    binance: [on('MEW', 'listing 2024')],
    okx: [on('MEW', 'listing 2024')],
    bybit: [on('MEW', 'bybit-spot-2026-08-09')],
    kraken: [on('MEW', 'listing 2024')],
  }),
  coin('MINA', 'Mina', 'The coin of the Mina chain of constant size.', {
    binance: [on('MINA', 'binance-spot-2021-10-12')],
    okx: [on('MINA', 'okx-spot-2022-05-13')],
    bybit: [on('MINA', 'bybit-spot-2026-08-09')],
    kraken: [on('MINA', 'listing 2021')],
  }),
  coin('MKR', 'Maker', 'The governance token of Maker, the issuer of DAI, before Sky.', {
    binance: [on('MKR', 'binance-spot-2021-10-12')],
    okx: [on('MKR', 'okx-spot-2022-05-13')],
    bybit: [on('MKR', 'listing 2022')],
    kraken: [on('MKR', 'listing 2021')],
  }),
  coin('MLN', 'Enzyme', 'The token of the Enzyme fund platform, formerly Melon.', {
    binance: [on('MLN', 'binance-spot-2021-10-12')],
    okx: [on('MLN', 'okx-spot-2022-05-13')],
    kraken: [on('MLN', 'kraken-spot-2021-04-17'), on('XMLN', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('MNT', 'Mantle', 'The token of the Mantle rollup, once BitDAO.', {
    binance: [on('MNT', 'listing 2025')],
    bybit: [on('MNT', 'bybit-spot-2026-08-09')],
    kraken: [on('MNT', 'listing 2024')],
  }),
  coin('MOG', 'Mog Coin', 'A cat meme token on Ethereum and Base.', {
    binance: [on('1000000MOG', 'listing 2024', { multiplier: 1000000n })],
    bybit: [on('MOG', 'bybit-spot-2026-08-09'), on('1000000MOG', 'bybit-perp-2026-08-09', { multiplier: 1000000n })],
    kraken: [on('MOG', 'listing 2024')],
  }),
  coin('MOODENG', 'Moo Deng', 'A Solana meme token after a pygmy hippopotamus.', {
    binance: [on('MOODENG', 'listing 2024')],
    bybit: [on('MOODENG', 'bybit-perp-2026-08-09')],
    kraken: [on('MOODENG', 'listing 2024')],
  }),
  coin('MORPHO', 'Morpho', 'The governance token of the Morpho lending markets.', {
    binance: [on('MORPHO', 'listing 2025')],
    bybit: [on('MORPHO', 'bybit-spot-2026-08-09')],
    kraken: [on('MORPHO', 'listing 2024')],
  }),
  coin('MOVE', 'Movement', 'The coin of the Move-language Movement network.', {
    binance: [on('MOVE', 'listing 2024')],
    okx: [on('MOVE', 'listing 2024')],
    bybit: [on('MOVE', 'bybit-spot-2026-08-09')],
    kraken: [on('MOVE', 'listing 2024')],
  }),
  coin('MOVR', 'Moonriver', 'The coin of Moonriver, the Ethereum-like chain on Kusama.', {
    binance: [on('MOVR', 'listing 2021')],
    okx: [on('MOVR', 'okx-spot-2022-05-13')],
    bybit: [on('MOVR', 'bybit-spot-2026-08-09')],
    kraken: [on('MOVR', 'listing 2021')],
  }),
  coin('MTL', 'Metal DAO', 'The token of the Metal payment applications.', {
    binance: [on('MTL', 'binance-spot-2021-10-12')],
    bybit: [on('MTL', 'bybit-perp-2026-08-09')],
  }),
]
