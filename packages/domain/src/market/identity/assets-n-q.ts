import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, N to Q. */
export const ASSETS_N_Q: readonly Asset[] = [
  coin('NEAR', 'NEAR Protocol', 'The coin of the sharded NEAR chain.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('NEO', 'Neo', 'The indivisible governance coin of the Neo chain.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('NKN', 'NKN', 'The token of a network that rewards relaying of data.', { binance: 'spot' }),
  coin('NMR', 'Numeraire', 'The stake token of the Numerai prediction contest.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('NOT', 'Notcoin', 'A TON token handed out through a Telegram tapping game.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('OCEAN', 'Ocean Protocol', 'The token of the Ocean data market (the version of August 2020 on).', {
    binance: 'spot',
    kraken: 'spot',
  }),
  coin('OGN', 'Origin Protocol', "The governance token of Origin's yield products.", {
    binance: 'spot',
    bybit: 'perp',
    kraken: 2021,
  }),
  coin('OKB', 'OKB', 'The token issued by the exchange OKX.', { okx: 'spot', bybit: 'perp' }),
  coin('OMG', 'OMG Network', 'The token of the OMG payment network on Ethereum.', {
    binance: 'spot',
    okx: 'spot',
    kraken: 'spot',
  }),
  coin('ONDO', 'Ondo', "The governance token of Ondo's tokenised-treasury platform.", {
    binance: 2025,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('ONE', 'Harmony', 'The coin of the sharded Harmony chain.', { binance: 'spot', okx: 'spot' }),
  coin('ONT', 'Ontology', 'The staking coin of the Ontology identity chain.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
  }),
  coin('OP', 'Optimism', 'The governance token of the Optimism rollup collective.', {
    binance: 2022,
    okx: 2022,
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('ORCA', 'Orca', 'The token of the Orca exchange on Solana.', { binance: 2024, bybit: 'perp', kraken: 2021 }),
  coin('ORDI', 'ORDI', "The first token made with Bitcoin's BRC-20 inscriptions.", {
    binance: 2023,
    okx: 2023,
    bybit: 'spot',
  }),
  coin('OXT', 'Orchid', "The token that pays for Orchid's private network access.", {
    binance: 'spot',
    okx: 'spot',
    kraken: 'spot',
  }),
  coin('PAXG', 'PAX Gold', 'A token for one fine troy ounce of gold kept by Paxos.', {
    binance: 'spot',
    bybit: 'perp',
    kraken: 'spot',
  }),
  coin('PENDLE', 'Pendle', 'The token of the Pendle market for splitting yield from principal.', {
    binance: 2023,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('PENGU', 'Pudgy Penguins', 'The Solana token of the Pudgy Penguins picture collection.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('PEOPLE', 'ConstitutionDAO', 'The token left from an attempt to buy a copy of the US constitution.', {
    binance: 2021,
    okx: 'spot',
    bybit: 'spot',
  }),
  coin('PEPE', 'Pepe', 'A frog meme token on Ethereum, launched in April 2023.', {
    binance: [on('PEPE', 2023), on('1000PEPE', 2023, { multiplier: 1000n })],
    okx: 2023,
    bybit: [on('PEPE', 'spot'), on('1000PEPE', 'perp', { multiplier: 1000n })],
    kraken: 2023,
  }),
  coin('PERP', 'Perpetual Protocol', 'The token of the Perpetual Protocol exchange.', {
    binance: 'spot',
    okx: 'spot',
    kraken: 2021,
  }),
  coin('PNUT', 'Peanut the Squirrel', 'A Solana meme token after a pet squirrel.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('POL', 'Polygon (POL)', "The gas and staking token that took MATIC's place on Polygon.", {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('POPCAT', 'Popcat', 'A Solana meme token after a cat with an open mouth.', {
    binance: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('POWR', 'Powerledger', "The token of Powerledger's electricity trading.", {
    binance: 'spot',
    bybit: 'perp',
    kraken: 2022,
  }),
  coin('PYTH', 'Pyth Network', 'The governance token of the Pyth price oracle.', {
    binance: 2024,
    okx: 2023,
    bybit: 'spot',
    kraken: 2023,
  }),
  coin('QNT', 'Quant', "The token that licenses Quant's ledger gateway.", {
    binance: 'spot',
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('QTUM', 'Qtum', "A staking coin that joins Bitcoin's ledger form with Ethereum's contracts.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
]
