import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, N to Q. */
export const ASSETS_N_Q: readonly Asset[] = [
  coin('NEAR', 'NEAR Protocol', 'The coin of the sharded NEAR chain.', {
    binance: [on('NEAR', 'binance-spot-2021-10-12')],
    okx: [on('NEAR', 'okx-spot-2022-05-13')],
    bybit: [on('NEAR', 'bybit-spot-2026-08-09')],
    kraken: [on('NEAR', 'listing 2022')],
  }),
  coin('NEO', 'Neo', 'The indivisible governance coin of the Neo chain.', {
    binance: [on('NEO', 'binance-spot-2021-10-12')],
    okx: [on('NEO', 'okx-spot-2022-05-13')],
    bybit: [on('NEO', 'bybit-perp-2026-08-09')],
  }),
  coin('NKN', 'NKN', 'The token of a network that rewards relaying of data.', {
    binance: [on('NKN', 'binance-spot-2021-10-12')],
  }),
  coin('NMR', 'Numeraire', 'The stake token of the Numerai prediction contest.', {
    binance: [on('NMR', 'binance-spot-2021-10-12')],
    okx: [on('NMR', 'okx-spot-2022-05-13')],
    bybit: [on('NMR', 'bybit-perp-2026-08-09')],
  }),
  coin('NOT', 'Notcoin', 'A TON token handed out through a Telegram tapping game.', {
    binance: [on('NOT', 'listing 2024')],
    okx: [on('NOT', 'listing 2024')],
    bybit: [on('NOT', 'bybit-spot-2026-08-09')],
    kraken: [on('NOT', 'listing 2024')],
  }),
  coin('OCEAN', 'Ocean Protocol', 'The token of the Ocean data market (the version of August 2020 on).', {
    binance: [on('OCEAN', 'binance-spot-2021-10-12')],
    kraken: [on('OCEAN', 'kraken-spot-2021-04-17')],
  }),
  coin('OGN', 'Origin Protocol', "The governance token of Origin's yield products.", {
    binance: [on('OGN', 'binance-spot-2021-10-12')],
    bybit: [on('OGN', 'bybit-perp-2026-08-09')],
    kraken: [on('OGN', 'listing 2021')],
  }),
  coin('OKB', 'OKB', 'The token issued by the exchange OKX.', {
    okx: [on('OKB', 'okx-spot-2022-05-13')],
    bybit: [on('OKB', 'bybit-perp-2026-08-09')],
  }),
  coin('OMG', 'OMG Network', 'The token of the OMG payment network on Ethereum.', {
    binance: [on('OMG', 'binance-spot-2021-10-12')],
    okx: [on('OMG', 'okx-spot-2022-05-13')],
    kraken: [on('OMG', 'kraken-spot-2021-04-17')],
  }),
  coin('ONDO', 'Ondo', "The governance token of Ondo's tokenised-treasury platform.", {
    binance: [on('ONDO', 'listing 2025')],
    okx: [on('ONDO', 'listing 2024')],
    bybit: [on('ONDO', 'bybit-spot-2026-08-09')],
    kraken: [on('ONDO', 'listing 2024')],
  }),
  coin('ONE', 'Harmony', 'The coin of the sharded Harmony chain.', {
    binance: [on('ONE', 'binance-spot-2021-10-12')],
    okx: [on('ONE', 'okx-spot-2022-05-13')],
  }),
  coin('ONT', 'Ontology', 'The staking coin of the Ontology identity chain.', {
    binance: [on('ONT', 'binance-spot-2021-10-12')],
    okx: [on('ONT', 'okx-spot-2022-05-13')],
    bybit: [on('ONT', 'bybit-perp-2026-08-09')],
  }),
  coin('OP', 'Optimism', 'The governance token of the Optimism rollup collective.', {
    binance: [on('OP', 'listing 2022')],
    okx: [on('OP', 'listing 2022')],
    bybit: [on('OP', 'bybit-spot-2026-08-09')],
    kraken: [on('OP', 'listing 2022')],
  }),
  coin('ORCA', 'Orca', 'The token of the Orca exchange on Solana.', {
    binance: [on('ORCA', 'listing 2024')],
    bybit: [on('ORCA', 'bybit-perp-2026-08-09')],
    kraken: [on('ORCA', 'listing 2021')],
  }),
  coin('ORDI', 'ORDI', "The first token made with Bitcoin's BRC-20 inscriptions.", {
    binance: [on('ORDI', 'listing 2023')],
    okx: [on('ORDI', 'listing 2023')],
    bybit: [on('ORDI', 'bybit-spot-2026-08-09')],
  }),
  coin('OXT', 'Orchid', "The token that pays for Orchid's private network access.", {
    binance: [on('OXT', 'binance-spot-2021-10-12')],
    okx: [on('OXT', 'okx-spot-2022-05-13')],
    kraken: [on('OXT', 'kraken-spot-2021-04-17')],
  }),
  coin('PAXG', 'PAX Gold', 'A token for one fine troy ounce of gold kept by Paxos.', {
    binance: [on('PAXG', 'binance-spot-2021-10-12')],
    bybit: [on('PAXG', 'bybit-perp-2026-08-09')],
    kraken: [on('PAXG', 'kraken-spot-2021-04-17')],
  }),
  coin('PENDLE', 'Pendle', 'The token of the Pendle market for splitting yield from principal.', {
    binance: [on('PENDLE', 'listing 2023')],
    bybit: [on('PENDLE', 'bybit-spot-2026-08-09')],
    kraken: [on('PENDLE', 'listing 2024')],
  }),
  coin('PENGU', 'Pudgy Penguins', 'The Solana token of the Pudgy Penguins picture collection.', {
    binance: [on('PENGU', 'listing 2024')],
    okx: [on('PENGU', 'listing 2024')],
    bybit: [on('PENGU', 'bybit-spot-2026-08-09')],
    kraken: [on('PENGU', 'listing 2024')],
  }),
  coin('PEOPLE', 'ConstitutionDAO', 'The token left from an attempt to buy a copy of the US constitution.', {
    binance: [on('PEOPLE', 'listing 2021')],
    okx: [on('PEOPLE', 'okx-spot-2022-05-13')],
    bybit: [on('PEOPLE', 'bybit-spot-2026-08-09')],
  }),
  coin('PEPE', 'Pepe', 'A frog meme token on Ethereum, launched in April 2023.', {
    binance: [on('PEPE', 'listing 2023'), on('1000PEPE', 'listing 2023', { multiplier: 1000n })],
    okx: [on('PEPE', 'listing 2023')],
    bybit: [on('PEPE', 'bybit-spot-2026-08-09'), on('1000PEPE', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
    kraken: [on('PEPE', 'listing 2023')],
  }),
  coin('PERP', 'Perpetual Protocol', 'The token of the Perpetual Protocol exchange.', {
    binance: [on('PERP', 'binance-spot-2021-10-12')],
    okx: [on('PERP', 'okx-spot-2022-05-13')],
    kraken: [on('PERP', 'listing 2021')],
  }),
  coin('PNUT', 'Peanut the Squirrel', 'A Solana meme token after a pet squirrel.', {
    binance: [on('PNUT', 'listing 2024')],
    okx: [on('PNUT', 'listing 2024')],
    bybit: [on('PNUT', 'bybit-spot-2026-08-09')],
    kraken: [on('PNUT', 'listing 2024')],
  }),
  coin('POL', 'Polygon (POL)', "The gas and staking token that took MATIC's place on Polygon.", {
    binance: [on('POL', 'listing 2024')],
    okx: [on('POL', 'listing 2024')],
    bybit: [on('POL', 'bybit-spot-2026-08-09')],
    kraken: [on('POL', 'listing 2024')],
  }),
  coin('POPCAT', 'Popcat', 'A Solana meme token after a cat with an open mouth.', {
    binance: [on('POPCAT', 'listing 2024')],
    bybit: [on('POPCAT', 'bybit-spot-2026-08-09')],
    kraken: [on('POPCAT', 'listing 2024')],
  }),
  coin('POWR', 'Powerledger', "The token of Powerledger's electricity trading.", {
    binance: [on('POWR', 'binance-spot-2021-10-12')],
    bybit: [on('POWR', 'bybit-perp-2026-08-09')],
    kraken: [on('POWR', 'listing 2022')],
  }),
  coin('PYTH', 'Pyth Network', 'The governance token of the Pyth price oracle.', {
    binance: [on('PYTH', 'listing 2024')],
    okx: [on('PYTH', 'listing 2023')],
    bybit: [on('PYTH', 'bybit-spot-2026-08-09')],
    kraken: [on('PYTH', 'listing 2023')],
  }),
  coin('QNT', 'Quant', "The token that licenses Quant's ledger gateway.", {
    binance: [on('QNT', 'binance-spot-2021-10-12')],
    bybit: [on('QNT', 'bybit-spot-2026-08-09')],
    kraken: [on('QNT', 'listing 2022')],
  }),
  coin('QTUM', 'Qtum', "A staking coin that joins Bitcoin's ledger form with Ethereum's contracts.", {
    binance: [on('QTUM', 'binance-spot-2021-10-12')],
    okx: [on('QTUM', 'okx-spot-2022-05-13')],
    bybit: [on('QTUM', 'bybit-spot-2026-08-09')],
    kraken: [on('QTUM', 'kraken-spot-2021-04-17')],
  }),
]
