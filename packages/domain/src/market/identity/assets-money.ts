import { type Asset, fiat, on, stable } from './asset.ts'

/** State money and the tokens that follow it. A token is never the same asset as the money it follows. */
export const ASSETS_MONEY: readonly Asset[] = [
  fiat('AED', 'UAE dirham', 'The money of the United Arab Emirates.', {
    binance: [on('AED', 'ISO 4217')],
    okx: [on('AED', 'ISO 4217')],
    bybit: [on('AED', 'bybit-spot-2026-08-09')],
    kraken: [on('AED', 'ISO 4217')],
  }),
  fiat('ARS', 'Argentine peso', 'The money of Argentina.', {
    binance: [on('ARS', 'ISO 4217')],
    okx: [on('ARS', 'ISO 4217')],
    bybit: [on('ARS', 'ISO 4217')],
    kraken: [on('ARS', 'ISO 4217')],
  }),
  fiat('AUD', 'Australian dollar', 'The money of Australia.', {
    binance: [on('AUD', 'binance-spot-2021-10-12')],
    okx: [on('AUD', 'ISO 4217')],
    bybit: [on('AUD', 'ISO 4217')],
    kraken: [on('AUD', 'kraken-spot-2021-04-17'), on('ZAUD', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  stable('BIDR', 'BIDR', "A rupiah token issued for Binance's Indonesian partner.", {
    binance: [on('BIDR', 'binance-spot-2021-10-12')],
  }),
  stable('BKRW', 'Binance KRW', 'A won token that was issued for Binance Korea.', {
    binance: [on('BKRW', 'binance-spot-2021-10-12')],
  }),
  fiat('BRL', 'Brazilian real', 'The money of Brazil.', {
    binance: [on('BRL', 'binance-spot-2021-10-12')],
    okx: [on('BRL', 'ISO 4217')],
    bybit: [on('BRL', 'bybit-spot-2026-08-09')],
    kraken: [on('BRL', 'ISO 4217')],
  }),
  stable('BUSD', 'Binance USD', 'A dollar token issued by Paxos for Binance and wound down from 2023.', {
    binance: [on('BUSD', 'binance-spot-2021-10-12')],
  }),
  fiat('CAD', 'Canadian dollar', 'The money of Canada.', {
    binance: [on('CAD', 'ISO 4217')],
    okx: [on('CAD', 'ISO 4217')],
    bybit: [on('CAD', 'ISO 4217')],
    kraken: [on('CAD', 'kraken-spot-2021-04-17'), on('ZCAD', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  fiat('CHF', 'Swiss franc', 'The money of Switzerland.', {
    binance: [on('CHF', 'ISO 4217')],
    okx: [on('CHF', 'ISO 4217')],
    bybit: [on('CHF', 'ISO 4217')],
    kraken: [on('CHF', 'kraken-spot-2021-04-17')],
  }),
  fiat('COP', 'Colombian peso', 'The money of Colombia.', {
    binance: [on('COP', 'ISO 4217')],
    okx: [on('COP', 'ISO 4217')],
    bybit: [on('COP', 'ISO 4217')],
    kraken: [on('COP', 'ISO 4217')],
  }),
  fiat('CZK', 'Czech koruna', 'The money of Czechia.', {
    binance: [on('CZK', 'ISO 4217')],
    okx: [on('CZK', 'ISO 4217')],
    bybit: [on('CZK', 'ISO 4217')],
    kraken: [on('CZK', 'ISO 4217')],
  }),
  stable('DAI', 'Dai', 'A dollar token backed by collateral in the Maker protocol.', {
    binance: [on('DAI', 'binance-spot-2021-10-12')],
    okx: [on('DAI', 'okx-spot-2022-05-13')],
    bybit: [on('DAI', 'listing 2022')],
    kraken: [on('DAI', 'kraken-spot-2021-04-17')],
  }),
  fiat('EUR', 'Euro', 'The money of the euro area.', {
    binance: [on('EUR', 'binance-spot-2021-10-12')],
    okx: [on('EUR', 'ISO 4217')],
    bybit: [on('EUR', 'bybit-spot-2026-08-09')],
    kraken: [on('EUR', 'kraken-spot-2021-04-17'), on('ZEUR', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  stable('EURC', 'Euro Coin', 'A euro token issued by Circle.', { kraken: [on('EURC', 'listing 2024')] }),
  stable('EURI', 'Eurite', 'A euro token issued by Banking Circle.', { binance: [on('EURI', 'listing 2024')] }),
  stable('EURT', 'Tether EUR', 'A euro token issued by Tether.', { kraken: [on('EURT', 'listing 2021')] }),
  stable('FDUSD', 'First Digital USD', 'A dollar token issued by First Digital in Hong Kong.', {
    binance: [on('FDUSD', 'listing 2023')],
  }),
  fiat('GBP', 'Pound sterling', 'The money of the United Kingdom.', {
    binance: [on('GBP', 'binance-spot-2021-10-12')],
    okx: [on('GBP', 'ISO 4217')],
    bybit: [on('GBP', 'bybit-spot-2026-08-09')],
    kraken: [on('GBP', 'kraken-spot-2021-04-17'), on('ZGBP', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  stable('GUSD', 'Gemini dollar', 'A dollar token issued by Gemini.', { okx: [on('GUSD', 'okx-spot-2022-05-13')] }),
  stable('GYEN', 'GYEN', 'A yen token issued by GMO Trust.', { binance: [on('GYEN', 'binance-spot-2021-10-12')] }),
  stable('IDRT', 'Rupiah Token', 'A rupiah token of an Indonesian issuer.', {
    binance: [on('IDRT', 'binance-spot-2021-10-12')],
  }),
  fiat('JPY', 'Japanese yen', 'The money of Japan.', {
    binance: [on('JPY', 'ISO 4217')],
    okx: [on('JPY', 'ISO 4217')],
    bybit: [on('JPY', 'ISO 4217')],
    kraken: [on('JPY', 'kraken-spot-2021-04-17'), on('ZJPY', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  fiat('MXN', 'Mexican peso', 'The money of Mexico.', {
    binance: [on('MXN', 'ISO 4217')],
    okx: [on('MXN', 'ISO 4217')],
    bybit: [on('MXN', 'ISO 4217')],
    kraken: [on('MXN', 'ISO 4217')],
  }),
  fiat('NGN', 'Nigerian naira', 'The money of Nigeria.', {
    binance: [on('NGN', 'binance-spot-2021-10-12')],
    okx: [on('NGN', 'ISO 4217')],
    bybit: [on('NGN', 'ISO 4217')],
    kraken: [on('NGN', 'ISO 4217')],
  }),
  fiat('PLN', 'Polish zloty', 'The money of Poland.', {
    binance: [on('PLN', 'ISO 4217')],
    okx: [on('PLN', 'ISO 4217')],
    bybit: [on('PLN', 'bybit-spot-2026-08-09')],
    kraken: [on('PLN', 'ISO 4217')],
  }),
  stable('PYUSD', 'PayPal USD', 'A dollar token issued by Paxos for PayPal.', {
    bybit: [on('PYUSD', 'bybit-spot-2026-08-09')],
    kraken: [on('PYUSD', 'listing 2023')],
  }),
  stable('RLUSD', 'Ripple USD', 'A dollar token issued by Ripple.', {
    bybit: [on('RLUSD', 'bybit-spot-2026-08-09')],
    kraken: [on('RLUSD', 'listing 2025')],
  }),
  fiat('RUB', 'Russian rouble', 'The money of Russia.', {
    binance: [on('RUB', 'binance-spot-2021-10-12')],
    okx: [on('RUB', 'ISO 4217')],
    bybit: [on('RUB', 'ISO 4217')],
    kraken: [on('RUB', 'ISO 4217')],
  }),
  fiat('SGD', 'Singapore dollar', 'The money of Singapore.', {
    binance: [on('SGD', 'ISO 4217')],
    okx: [on('SGD', 'ISO 4217')],
    bybit: [on('SGD', 'ISO 4217')],
    kraken: [on('SGD', 'ISO 4217')],
  }),
  stable('SUSD', 'sUSD', 'The dollar token minted against SNX in Synthetix.', {
    binance: [on('SUSD', 'binance-spot-2021-10-12')],
  }),
  fiat('TRY', 'Turkish lira', 'The money of Türkiye.', {
    binance: [on('TRY', 'binance-spot-2021-10-12')],
    okx: [on('TRY', 'ISO 4217')],
    bybit: [on('TRY', 'bybit-spot-2026-08-09')],
    kraken: [on('TRY', 'ISO 4217')],
  }),
  stable('TUSD', 'TrueUSD', 'A dollar token first issued by TrustToken.', {
    binance: [on('TUSD', 'binance-spot-2021-10-12')],
    okx: [on('TUSD', 'okx-spot-2022-05-13')],
    bybit: [on('TUSD', 'bybit-spot-2026-08-09')],
  }),
  fiat('UAH', 'Ukrainian hryvnia', 'The money of Ukraine.', {
    binance: [on('UAH', 'binance-spot-2021-10-12')],
    okx: [on('UAH', 'ISO 4217')],
    bybit: [on('UAH', 'ISO 4217')],
    kraken: [on('UAH', 'ISO 4217')],
  }),
  fiat('USD', 'US dollar', 'The money of the United States; no token of it is the same asset.', {
    binance: [on('USD', 'ISO 4217')],
    okx: [on('USD', 'okx-perp-2022-05-13')],
    bybit: [on('USD', 'bybit-spot-2026-08-09')],
    kraken: [on('USD', 'kraken-spot-2021-04-17'), on('ZUSD', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  stable('USD1', 'World Liberty USD', 'A dollar token issued for World Liberty Financial.', {
    binance: [on('USD1', 'listing 2025')],
    bybit: [on('USD1', 'bybit-spot-2026-08-09')],
    kraken: [on('USD1', 'listing 2025')],
  }),
  stable('USDC', 'USD Coin', 'A dollar token issued by Circle.', {
    binance: [on('USDC', 'binance-spot-2021-10-12')],
    okx: [on('USDC', 'okx-spot-2022-05-13')],
    bybit: [on('USDC', 'bybit-spot-2026-08-09')],
    kraken: [on('USDC', 'kraken-spot-2021-04-17')],
  }),
  stable('USDD', 'Decentralized USD', 'A dollar token of the TRON ecosystem.', { bybit: [on('USDD', 'listing 2022')] }),
  stable('USDE', 'Ethena USDe', 'A dollar token backed by hedged crypto positions.', {
    binance: [on('USDE', 'listing 2025')],
    bybit: [on('USDE', 'bybit-spot-2026-08-09')],
    kraken: [on('USDE', 'listing 2025')],
  }),
  stable('USDG', 'Global Dollar', 'A dollar token issued by Paxos for the Global Dollar Network.', {
    okx: [on('USDG', 'listing 2025')],
    kraken: [on('USDG', 'listing 2024')],
  }),
  stable('USDK', 'USDK', 'A dollar token issued by Prime Trust with OKLink.', {
    okx: [on('USDK', 'okx-spot-2022-05-13')],
  }),
  stable('USDP', 'Pax Dollar', 'A dollar token issued by Paxos, formerly written PAX.', {
    binance: [on('USDP', 'binance-spot-2021-10-12'), on('PAX', 'binance-spot-2021-10-12')],
    okx: [on('USDP', 'okx-spot-2022-05-13')],
  }),
  stable('USDT', 'Tether USD', 'A dollar token issued by Tether.', {
    binance: [on('USDT', 'binance-spot-2021-10-12')],
    okx: [on('USDT', 'okx-spot-2022-05-13')],
    bybit: [on('USDT', 'bybit-spot-2026-08-09')],
    kraken: [on('USDT', 'kraken-spot-2021-04-17')],
  }),
  fiat('ZAR', 'South African rand', 'The money of South Africa.', {
    binance: [on('ZAR', 'binance-spot-2021-10-12')],
    okx: [on('ZAR', 'ISO 4217')],
    bybit: [on('ZAR', 'ISO 4217')],
    kraken: [on('ZAR', 'ISO 4217')],
  }),
]
