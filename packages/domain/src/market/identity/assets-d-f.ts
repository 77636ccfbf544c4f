import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, D to F. */
export const ASSETS_D_F: readonly Asset[] = [
  coin('DASH', 'Dash', 'A mined payment coin with masternodes.', {
    binance: [on('DASH', 'binance-spot-2021-10-12')],
    okx: [on('DASH', 'okx-spot-2022-05-13')],
    bybit: [on('DASH', 'bybit-perp-2026-08-09')],
    kraken: [on('DASH', 'kraken-spot-2021-04-17')],
  }),
  coin('DCR', 'Decred', 'A coin that joins mining with votes of ticket holders.', {
    binance: [on('DCR', 'binance-spot-2021-10-12')],
    okx: [on('DCR', 'okx-spot-2022-05-13')],
  }),
  coin('DENT', 'Dent', 'The token of the Dent mobile-data market.', {
    binance: [on('DENT', 'binance-spot-2021-10-12')],
    kraken: [on('DENT', 'listing 2022')],
  }),
  coin('DGB', 'DigiByte', 'A coin mined with five algorithms.', {
    binance: [on('DGB', 'binance-spot-2021-10-12')],
    okx: [on('DGB', 'okx-spot-2022-05-13')],
  }),
  coin('DHT', 'dHEDGE DAO', 'The governance token of the dHEDGE managed vaults.', {
    okx: [on('DHT', 'okx-spot-2022-05-13')],
  }),
  coin('DOGE', 'Dogecoin', 'A merge-mined joke coin of 2013 that became a payment coin.', {
    binance: [on('DOGE', 'binance-spot-2021-10-12')],
    okx: [on('DOGE', 'okx-spot-2022-05-13')],
    bybit: [on('DOGE', 'bybit-spot-2026-08-09')],
    kraken: [
      on('XDG', 'kraken-spot-2021-04-17'),
      on('XXDG', 'kraken-spot-2021-04-17', { only: 'spot' }),
      on('DOGE', 'listing 2023'),
    ],
  }),
  coin('DOGS', 'Dogs', 'A TON meme token handed to Telegram users by account age.', {
    binance: [on('DOGS', 'listing 2024')],
    okx: [on('DOGS', 'listing 2024')],
    bybit: [on('DOGS', 'bybit-spot-2026-08-09')],
  }),
  coin('DOT', 'Polkadot', 'The staking coin of the Polkadot relay chain (after its 2020 redenomination).', {
    binance: [on('DOT', 'binance-spot-2021-10-12')],
    okx: [on('DOT', 'okx-spot-2022-05-13')],
    bybit: [on('DOT', 'bybit-spot-2026-08-09')],
    kraken: [on('DOT', 'kraken-spot-2021-04-17')],
  }),
  coin('DYDX', 'dYdX', 'The governance and staking token of the dYdX perpetuals exchange.', {
    binance: [on('DYDX', 'binance-spot-2021-10-12')],
    okx: [on('DYDX', 'okx-spot-2022-05-13')],
    bybit: [on('DYDX', 'bybit-spot-2026-08-09')],
    kraken: [on('DYDX', 'listing 2021')],
  }),
  coin('DYM', 'Dymension', 'The coin of the Dymension rollup network.', {
    binance: [on('DYM', 'listing 2024')],
    bybit: [on('DYM', 'bybit-spot-2026-08-09')],
    kraken: [on('DYM', 'listing 2024')],
  }),
  coin('EDU', 'Open Campus', 'The token of the Open Campus education project.', {
    binance: [on('EDU', 'listing 2023')],
    bybit: [on('EDU', 'bybit-perp-2026-08-09')],
  }),
  coin('EGLD', 'MultiversX', 'The coin of MultiversX, formerly named Elrond.', {
    binance: [on('EGLD', 'binance-spot-2021-10-12')],
    okx: [on('EGLD', 'okx-spot-2022-05-13')],
    bybit: [on('EGLD', 'bybit-spot-2026-08-09')],
  }),
  coin('EIGEN', 'EigenLayer', "The token of EigenLayer's re-staking network.", {
    binance: [on('EIGEN', 'listing 2024')],
    okx: [on('EIGEN', 'listing 2024')],
    bybit: [on('EIGEN', 'bybit-spot-2026-08-09')],
    kraken: [on('EIGEN', 'listing 2024')],
  }),
  coin('ELON', 'Dogelon Mars', 'A meme token on Ethereum with a Mars theme.', {
    okx: [on('ELON', 'okx-spot-2022-05-13')],
    bybit: [on('10000ELON', 'listing 2022', { multiplier: 10000n })],
  }),
  coin('ENA', 'Ethena', 'The governance token of Ethena, the issuer of USDe.', {
    binance: [on('ENA', 'listing 2024')],
    bybit: [on('ENA', 'bybit-spot-2026-08-09')],
    kraken: [on('ENA', 'listing 2024')],
  }),
  coin('ENJ', 'Enjin Coin', "The coin that backs Enjin's game items.", {
    binance: [on('ENJ', 'binance-spot-2021-10-12')],
    okx: [on('ENJ', 'okx-spot-2022-05-13')],
    bybit: [on('ENJ', 'bybit-spot-2026-08-09')],
    kraken: [on('ENJ', 'listing 2021')],
  }),
  coin('ENS', 'Ethereum Name Service', 'The governance token of the .eth name registry.', {
    binance: [on('ENS', 'listing 2021')],
    okx: [on('ENS', 'okx-spot-2022-05-13')],
    bybit: [on('ENS', 'bybit-spot-2026-08-09')],
    kraken: [on('ENS', 'listing 2021')],
  }),
  coin('EOS', 'EOS', 'The coin of the EOS chain before it was exchanged for A (Vaulta).', {
    binance: [on('EOS', 'binance-spot-2021-10-12')],
    okx: [on('EOS', 'okx-spot-2022-05-13')],
    bybit: [on('EOS', 'listing 2021')],
    kraken: [on('EOS', 'kraken-spot-2021-04-17')],
  }),
  coin('ETC', 'Ethereum Classic', "The coin of the chain that kept Ethereum's history from before the 2016 fork.", {
    binance: [on('ETC', 'binance-spot-2021-10-12')],
    okx: [on('ETC', 'okx-spot-2022-05-13')],
    bybit: [on('ETC', 'bybit-spot-2026-08-09')],
    kraken: [on('ETC', 'kraken-spot-2021-04-17'), on('XETC', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('ETH', 'Ether', 'The coin that pays for computation on Ethereum.', {
    binance: [on('ETH', 'binance-spot-2021-10-12')],
    okx: [on('ETH', 'okx-spot-2022-05-13')],
    bybit: [on('ETH', 'bybit-spot-2026-08-09')],
    kraken: [on('ETH', 'kraken-spot-2021-04-17'), on('XETH', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('ETHFI', 'ether.fi', 'The governance token of the ether.fi staking pool.', {
    binance: [on('ETHFI', 'listing 2024')],
    okx: [on('ETHFI', 'listing 2024')],
    bybit: [on('ETHFI', 'bybit-spot-2026-08-09')],
    kraken: [on('ETHFI', 'listing 2024')],
  }),
  coin('EWT', 'Energy Web Token', 'The coin of the Energy Web chain.', {
    kraken: [on('EWT', 'kraken-spot-2021-04-17')],
  }),
  coin('FARTCOIN', 'Fartcoin', 'A Solana joke token that came out of a talk between two chat bots.', {
    binance: [on('FARTCOIN', 'listing 2024')],
    bybit: [on('FARTCOIN', 'bybit-perp-2026-08-09')],
    kraken: [on('FARTCOIN', 'listing 2025')],
  }),
  coin('FET', 'Artificial Superintelligence Alliance', 'The token of Fetch.ai, later of the alliance that it joined.', {
    binance: [on('FET', 'binance-spot-2021-10-12')],
    okx: [on('FET', 'listing 2024')],
    bybit: [on('FET', 'bybit-spot-2026-08-09')],
    kraken: [on('FET', 'listing 2022')],
  }),
  coin('FIL', 'Filecoin', 'The coin that pays for storage on the Filecoin network.', {
    binance: [on('FIL', 'binance-spot-2021-10-12')],
    okx: [on('FIL', 'okx-spot-2022-05-13')],
    bybit: [on('FIL', 'bybit-spot-2026-08-09')],
    kraken: [on('FIL', 'kraken-spot-2021-04-17')],
  }),
  coin('FLOKI', 'Floki', 'A dog meme token on Ethereum and BNB Chain.', {
    binance: [on('FLOKI', 'listing 2023'), on('1000FLOKI', 'listing 2023', { multiplier: 1000n })],
    okx: [on('FLOKI', 'listing 2023')],
    bybit: [on('FLOKI', 'bybit-spot-2026-08-09'), on('1000FLOKI', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
    kraken: [on('FLOKI', 'listing 2024')],
  }),
  coin('FLOW', 'Flow', 'The coin of the Flow chain for games and collectibles.', {
    binance: [on('FLOW', 'binance-spot-2021-10-12')],
    okx: [on('FLOW', 'okx-spot-2022-05-13')],
    bybit: [on('FLOW', 'bybit-spot-2026-08-09')],
    kraken: [on('FLOW', 'kraken-spot-2021-04-17')],
  }),
  coin('FLR', 'Flare', 'The coin of the Flare data chain.', {
    bybit: [on('FLR', 'bybit-spot-2026-08-09')],
    kraken: [on('FLR', 'listing 2023')],
  }),
  coin('FTM', 'Fantom', 'The coin of the Fantom Opera chain before Sonic.', {
    binance: [on('FTM', 'binance-spot-2021-10-12')],
    okx: [on('FTM', 'okx-spot-2022-05-13')],
    bybit: [on('FTM', 'listing 2021')],
    kraken: [on('FTM', 'listing 2021')],
  }),
  coin('FTT', 'FTX Token', 'The token of the exchange FTX, which failed in 2022.', {
    binance: [on('FTT', 'binance-spot-2021-10-12')],
    bybit: [on('FTT', 'bybit-spot-2026-08-09')],
  }),
]
