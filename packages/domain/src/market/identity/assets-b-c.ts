import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, B to C. */
export const ASSETS_B_C: readonly Asset[] = [
  coin('BABYDOGE', 'Baby Doge Coin', 'A dog meme token on BNB Chain with a very large supply.', {
    binance: [on('1MBABYDOGE', 'listing 2024', { multiplier: 1000000n })],
    okx: [on('BABYDOGE', 'okx-spot-2022-05-13')],
    bybit: [
      on('BABYDOGE', 'bybit-spot-2026-08-09'),
      on('1000000BABYDOGE', 'bybit-perp-2026-08-09', { multiplier: 1000000n }),
    ],
  }),
  coin('BAL', 'Balancer', 'The governance token of the Balancer weighted pools.', {
    binance: [on('BAL', 'binance-spot-2021-10-12')],
    okx: [on('BAL', 'okx-spot-2022-05-13')],
    kraken: [on('BAL', 'kraken-spot-2021-04-17')],
  }),
  coin('BAND', 'Band Protocol', 'The staking token of the Band price oracle.', {
    binance: [on('BAND', 'binance-spot-2021-10-12')],
    okx: [on('BAND', 'okx-spot-2022-05-13')],
    bybit: [on('BAND', 'bybit-perp-2026-08-09')],
    kraken: [on('BAND', 'listing 2021')],
  }),
  coin('BAT', 'Basic Attention Token', 'The reward token of the Brave browser.', {
    binance: [on('BAT', 'binance-spot-2021-10-12')],
    okx: [on('BAT', 'okx-spot-2022-05-13')],
    bybit: [on('BAT', 'bybit-spot-2026-08-09')],
    kraken: [on('BAT', 'kraken-spot-2021-04-17')],
  }),
  coin('BCH', 'Bitcoin Cash', 'The big-block fork of Bitcoin of August 2017.', {
    binance: [on('BCH', 'binance-spot-2021-10-12')],
    okx: [on('BCH', 'okx-spot-2022-05-13')],
    bybit: [on('BCH', 'bybit-spot-2026-08-09')],
    kraken: [on('BCH', 'kraken-spot-2021-04-17')],
  }),
  coin('BEL', 'Bella Protocol', 'The token of the Bella savings products.', {
    binance: [on('BEL', 'binance-spot-2021-10-12')],
    bybit: [on('BEL', 'bybit-spot-2026-08-09')],
  }),
  coin('BERA', 'Berachain', 'The gas coin of Berachain.', {
    binance: [on('BERA', 'listing 2025')],
    okx: [on('BERA', 'listing 2025')],
    bybit: [on('BERA', 'bybit-spot-2026-08-09')],
    kraken: [on('BERA', 'listing 2025')],
  }),
  coin('BICO', 'Biconomy', "The token of Biconomy's transaction relaying.", {
    binance: [on('BICO', 'listing 2021')],
    okx: [on('BICO', 'okx-spot-2022-05-13')],
    bybit: [on('BICO', 'bybit-spot-2026-08-09')],
    kraken: [on('BICO', 'listing 2022')],
  }),
  coin('BLUR', 'Blur', 'The governance token of the Blur collectibles market.', {
    binance: [on('BLUR', 'listing 2023')],
    okx: [on('BLUR', 'listing 2023')],
    bybit: [on('BLUR', 'bybit-spot-2026-08-09')],
    kraken: [on('BLUR', 'listing 2023')],
  }),
  coin('BLZ', 'Bluzelle', 'The token of the Bluzelle storage network.', {
    binance: [on('BLZ', 'binance-spot-2021-10-12')],
  }),
  coin('BNB', 'BNB', 'The gas coin of BNB Chain, issued by Binance.', {
    binance: [on('BNB', 'binance-spot-2021-10-12')],
    bybit: [on('BNB', 'bybit-spot-2026-08-09')],
    kraken: [on('BNB', 'listing 2025')],
  }),
  coin('BNT', 'Bancor', 'The token that every Bancor pool shared.', {
    binance: [on('BNT', 'binance-spot-2021-10-12')],
    okx: [on('BNT', 'okx-spot-2022-05-13')],
    bybit: [on('BNT', 'bybit-perp-2026-08-09')],
    kraken: [on('BNT', 'listing 2021')],
  }),
  coin('BOME', 'Book of Meme', 'A Solana meme token of March 2024 around a meme archive.', {
    binance: [on('BOME', 'listing 2024')],
    okx: [on('BOME', 'listing 2024')],
    bybit: [on('BOME', 'bybit-spot-2026-08-09')],
  }),
  coin('BONK', 'Bonk', 'A dog meme token first given away to Solana users.', {
    binance: [on('BONK', 'listing 2023'), on('1000BONK', 'listing 2023', { multiplier: 1000n })],
    okx: [on('BONK', 'listing 2023')],
    bybit: [on('BONK', 'bybit-spot-2026-08-09'), on('1000BONK', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
    kraken: [on('BONK', 'listing 2023')],
  }),
  coin('BRETT', 'Brett (Base)', 'A meme token on the Base rollup after a comic figure.', {
    binance: [on('BRETT', 'listing 2024')],
    bybit: [on('BRETT', 'bybit-spot-2026-08-09')],
    kraken: [on('BRETT', 'listing 2025')],
  }),
  coin('BSV', 'Bitcoin SV', 'The fork of Bitcoin Cash of November 2018 with unbounded blocks.', {
    binance: [on('BCHSV', 'binance-spot-2021-10-12')],
    okx: [on('BSV', 'okx-spot-2022-05-13')],
    bybit: [on('BSV', 'bybit-perp-2026-08-09')],
  }),
  coin('BTC', 'Bitcoin', "The first proof-of-work chain's own coin, capped at 21 million.", {
    binance: [on('BTC', 'binance-spot-2021-10-12')],
    okx: [on('BTC', 'okx-spot-2022-05-13')],
    bybit: [on('BTC', 'bybit-spot-2026-08-09')],
    kraken: [
      on('XBT', 'kraken-spot-2021-04-17'),
      on('XXBT', 'kraken-spot-2021-04-17', { only: 'spot' }),
      on('BTC', 'listing 2023'),
    ],
  }),
  coin('BTG', 'Bitcoin Gold', 'A fork of Bitcoin of 2017 mined on graphics cards.', {
    binance: [on('BTG', 'binance-spot-2021-10-12')],
    okx: [on('BTG', 'okx-spot-2022-05-13')],
  }),
  coin('C98', 'Coin98', 'The token of the Coin98 wallet.', {
    binance: [on('C98', 'binance-spot-2021-10-12')],
    bybit: [on('C98', 'bybit-spot-2026-08-09')],
  }),
  coin('CAKE', 'PancakeSwap', 'The token of the PancakeSwap exchange on BNB Chain.', {
    binance: [on('CAKE', 'binance-spot-2021-10-12')],
    bybit: [on('CAKE', 'bybit-spot-2026-08-09')],
  }),
  coin('CAT', "Simon's Cat", "A BNB Chain meme token licensed from the cartoon Simon's Cat.", {
    binance: [on('1000CAT', 'listing 2024', { multiplier: 1000n })],
    bybit: [on('CAT', 'bybit-spot-2026-08-09'), on('1000CAT', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
  }),
  coin('CATI', 'Catizen', 'The TON token of a Telegram cat game.', {
    binance: [on('CATI', 'listing 2024')],
    okx: [on('CATI', 'listing 2024')],
    bybit: [on('CATI', 'bybit-spot-2026-08-09')],
  }),
  coin('CELO', 'Celo', 'The coin of the mobile-first Celo chain.', {
    binance: [on('CELO', 'binance-spot-2021-10-12')],
    okx: [on('CELO', 'okx-spot-2022-05-13')],
    bybit: [on('CELO', 'bybit-spot-2026-08-09')],
  }),
  coin('CELR', 'Celer Network', 'The token of the Celer bridge network.', {
    binance: [on('CELR', 'binance-spot-2021-10-12')],
    okx: [on('CELR', 'okx-spot-2022-05-13')],
    kraken: [on('CELR', 'listing 2022')],
  }),
  coin('CFX', 'Conflux', 'The coin of the Conflux chain.', {
    binance: [on('CFX', 'binance-spot-2021-10-12')],
    okx: [on('CFX', 'okx-spot-2022-05-13')],
    bybit: [on('CFX', 'bybit-perp-2026-08-09')],
  }),
  coin('CHR', 'Chromia', 'The coin of the relational Chromia chain.', {
    binance: [on('CHR', 'binance-spot-2021-10-12')],
    bybit: [on('CHR', 'bybit-perp-2026-08-09')],
    kraken: [on('CHR', 'listing 2022')],
  }),
  coin('CHZ', 'Chiliz', 'The token with which sports fan tokens are bought on Chiliz.', {
    binance: [on('CHZ', 'binance-spot-2021-10-12')],
    okx: [on('CHZ', 'okx-spot-2022-05-13')],
    bybit: [on('CHZ', 'bybit-spot-2026-08-09')],
    kraken: [on('CHZ', 'listing 2021')],
  }),
  coin('COMP', 'Compound', 'The governance token of the Compound lending protocol.', {
    binance: [on('COMP', 'binance-spot-2021-10-12')],
    okx: [on('COMP', 'okx-spot-2022-05-13')],
    bybit: [on('COMP', 'bybit-spot-2026-08-09')],
    kraken: [on('COMP', 'kraken-spot-2021-04-17')],
  }),
  coin('COTI', 'COTI', 'The coin of the COTI payment network.', {
    binance: [on('COTI', 'binance-spot-2021-10-12')],
    bybit: [on('COTI', 'bybit-perp-2026-08-09')],
  }),
  coin('CRO', 'Cronos', 'The coin of the Cronos chain, issued by Crypto.com.', {
    okx: [on('CRO', 'okx-spot-2022-05-13')],
    bybit: [on('CRO', 'bybit-perp-2026-08-09')],
    kraken: [on('CRO', 'listing 2022')],
  }),
  coin('CRV', 'Curve DAO', 'The governance token of the Curve pools for like-priced assets.', {
    binance: [on('CRV', 'binance-spot-2021-10-12')],
    okx: [on('CRV', 'okx-spot-2022-05-13')],
    bybit: [on('CRV', 'bybit-spot-2026-08-09')],
    kraken: [on('CRV', 'kraken-spot-2021-04-17')],
  }),
  coin('CSPR', 'Casper', 'The coin of the Casper chain.', {
    okx: [on('CSPR', 'okx-spot-2022-05-13')],
    bybit: [on('CSPR', 'bybit-spot-2026-08-09')],
  }),
  coin('CTK', 'CertiK (Shentu)', 'The coin of the Shentu security chain, begun as CertiK Chain.', {
    binance: [on('CTK', 'binance-spot-2021-10-12')],
  }),
  coin('CTSI', 'Cartesi', 'The token of the Cartesi rollups that run Linux.', {
    binance: [on('CTSI', 'binance-spot-2021-10-12')],
    kraken: [on('CTSI', 'listing 2021')],
  }),
  coin('CVC', 'Civic', 'The token of the Civic identity service.', {
    binance: [on('CVC', 'binance-spot-2021-10-12')],
    okx: [on('CVC', 'okx-spot-2022-05-13')],
    bybit: [on('CVC', 'bybit-perp-2026-08-09')],
    kraken: [on('CVC', 'listing 2022')],
  }),
  coin('CVX', 'Convex Finance', 'The token of Convex, which pools votes over Curve.', {
    binance: [on('CVX', 'listing 2021')],
    okx: [on('CVX', 'okx-spot-2022-05-13')],
    bybit: [on('CVX', 'bybit-perp-2026-08-09')],
    kraken: [on('CVX', 'listing 2022')],
  }),
  coin('CYBER', 'Cyber', 'The token of the Cyber social network chain.', {
    binance: [on('CYBER', 'listing 2023')],
    bybit: [on('CYBER', 'bybit-spot-2026-08-09')],
  }),
]
