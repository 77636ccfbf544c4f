import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, D to F. */
export const ASSETS_D_F: readonly Asset[] = [
  coin('DASH', 'Dash', 'A mined payment coin with masternodes.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'perp',
    kraken: 'spot',
  }),
  coin('DCR', 'Decred', 'A coin that joins mining with votes of ticket holders.', { binance: 'spot', okx: 'spot' }),
  coin('DENT', 'Dent', 'The token of the Dent mobile-data market.', { binance: 'spot', kraken: 2022 }),
  coin('DGB', 'DigiByte', 'A coin mined with five algorithms.', { binance: 'spot', okx: 'spot' }),
  coin('DHT', 'dHEDGE DAO', 'The governance token of the dHEDGE managed vaults.', { okx: 'spot' }),
  coin('DOGE', 'Dogecoin', 'A merge-mined joke coin of 2013 that became a payment coin.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: [on('XDG', 'spot'), on('XXDG', 'spot', { only: 'spot' }), on('DOGE', 2023)],
  }),
  coin('DOGS', 'Dogs', 'A TON meme token handed to Telegram users by account age.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
  }),
  coin('DOT', 'Polkadot', 'The staking coin of the Polkadot relay chain (after its 2020 redenomination).', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('DYDX', 'dYdX', 'The governance and staking token of the dYdX perpetuals exchange.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('DYM', 'Dymension', 'The coin of the Dymension rollup network.', { binance: 2024, bybit: 'spot', kraken: 2024 }),
  coin('EDU', 'Open Campus', 'The token of the Open Campus education project.', { binance: 2023, bybit: 'perp' }),
  coin('EGLD', 'MultiversX', 'The coin of MultiversX, formerly named Elrond.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
  }),
  coin('EIGEN', 'EigenLayer', "The token of EigenLayer's re-staking network.", {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('ELON', 'Dogelon Mars', 'A meme token on Ethereum with a Mars theme.', {
    okx: 'spot',
    bybit: [on('10000ELON', 2022, { multiplier: 10000n })],
  }),
  coin('ENA', 'Ethena', 'The governance token of Ethena, the issuer of USDe.', {
    binance: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('ENJ', 'Enjin Coin', "The coin that backs Enjin's game items.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('ENS', 'Ethereum Name Service', 'The governance token of the .eth name registry.', {
    binance: 2021,
    okx: 'spot',
    bybit: 'spot',
    kraken: 2021,
  }),
  coin('EOS', 'EOS', 'The coin of the EOS chain before it was exchanged for A (Vaulta).', {
    binance: 'spot',
    okx: 'spot',
    bybit: 2021,
    kraken: 'spot',
  }),
  coin('ETC', 'Ethereum Classic', "The coin of the chain that kept Ethereum's history from before the 2016 fork.", {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: [on('ETC', 'spot'), on('XETC', 'spot', { only: 'spot' })],
  }),
  coin('ETH', 'Ether', 'The coin that pays for computation on Ethereum.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: [on('ETH', 'spot'), on('XETH', 'spot', { only: 'spot' })],
  }),
  coin('ETHFI', 'ether.fi', 'The governance token of the ether.fi staking pool.', {
    binance: 2024,
    okx: 2024,
    bybit: 'spot',
    kraken: 2024,
  }),
  coin('EWT', 'Energy Web Token', 'The coin of the Energy Web chain.', { kraken: 'spot' }),
  coin('FARTCOIN', 'Fartcoin', 'A Solana joke token that came out of a talk between two chat bots.', {
    binance: 2024,
    bybit: 'perp',
    kraken: 2025,
  }),
  coin('FET', 'Artificial Superintelligence Alliance', 'The token of Fetch.ai, later of the alliance that it joined.', {
    binance: 'spot',
    okx: 2024,
    bybit: 'spot',
    kraken: 2022,
  }),
  coin('FIL', 'Filecoin', 'The coin that pays for storage on the Filecoin network.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('FLOKI', 'Floki', 'A dog meme token on Ethereum and BNB Chain.', {
    binance: [on('FLOKI', 2023), on('1000FLOKI', 2023, { multiplier: 1000n })],
    okx: 2023,
    bybit: [on('FLOKI', 'spot'), on('1000FLOKI', 'perp', { multiplier: 1000n })],
    kraken: 2024,
  }),
  coin('FLOW', 'Flow', 'The coin of the Flow chain for games and collectibles.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 'spot',
    kraken: 'spot',
  }),
  coin('FLR', 'Flare', 'The coin of the Flare data chain.', { bybit: 'spot', kraken: 2023 }),
  coin('FTM', 'Fantom', 'The coin of the Fantom Opera chain before Sonic.', {
    binance: 'spot',
    okx: 'spot',
    bybit: 2021,
    kraken: 2021,
  }),
  coin('FTT', 'FTX Token', 'The token of the exchange FTX, which failed in 2022.', { binance: 'spot', bybit: 'spot' }),
]
