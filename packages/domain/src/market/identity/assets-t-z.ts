import { type Asset, coin, on } from './asset.ts'

/** Coins and tokens, T to Z. */
export const ASSETS_T_Z: readonly Asset[] = [
  coin('T', 'Threshold', 'The token of the network that the Keep and NuCypher networks merged into.', {
    binance: [on('T', 'listing 2022')],
    okx: [on('T', 'okx-spot-2022-05-13')],
    bybit: [on('T', 'bybit-perp-2026-08-09')],
    kraken: [on('T', 'listing 2022')],
  }),
  coin('TAO', 'Bittensor', 'The coin that rewards machine-learning miners of Bittensor.', {
    binance: [on('TAO', 'listing 2024')],
    bybit: [on('TAO', 'bybit-perp-2026-08-09')],
    kraken: [on('TAO', 'listing 2024')],
  }),
  coin('TFUEL', 'Theta Fuel', 'The fee coin of the Theta video network.', {
    binance: [on('TFUEL', 'binance-spot-2021-10-12')],
  }),
  coin('THETA', 'Theta Network', 'The staking coin of the Theta video network.', {
    binance: [on('THETA', 'binance-spot-2021-10-12')],
    okx: [on('THETA', 'okx-spot-2022-05-13')],
    bybit: [on('THETA', 'bybit-spot-2026-08-09')],
  }),
  coin('TIA', 'Celestia', 'The coin that pays for data availability on Celestia.', {
    binance: [on('TIA', 'listing 2023')],
    okx: [on('TIA', 'listing 2023')],
    bybit: [on('TIA', 'bybit-spot-2026-08-09')],
    kraken: [on('TIA', 'listing 2023')],
  }),
  coin('TLM', 'Alien Worlds', 'The token of the mining game Alien Worlds.', {
    binance: [on('TLM', 'binance-spot-2021-10-12')],
    bybit: [on('TLM', 'bybit-perp-2026-08-09')],
    kraken: [on('TLM', 'listing 2022')],
  }),
  coin('TON', 'Toncoin', 'The coin of The Open Network, begun at Telegram.', {
    binance: [on('TON', 'listing 2024')],
    okx: [on('TON', 'okx-spot-2022-05-13')],
    bybit: [on('TON', 'listing 2022')],
  }),
  coin('TOSHI', 'Toshi', 'A cat meme token on Base.', {
    binance: [on('TOSHI', 'listing 2025')],
    bybit: [on('TOSHI', 'bybit-spot-2026-08-09'), on('1000TOSHI', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
    kraken: [on('TOSHI', 'listing 2025')],
  }),
  coin('TRB', 'Tellor', 'The stake token of the Tellor oracle.', {
    binance: [on('TRB', 'binance-spot-2021-10-12')],
    okx: [on('TRB', 'okx-spot-2022-05-13')],
    bybit: [on('TRB', 'bybit-perp-2026-08-09')],
  }),
  coin('TRUMP', 'OFFICIAL TRUMP', 'The Solana meme token that Donald Trump announced in January 2025.', {
    binance: [on('TRUMP', 'listing 2025')],
    okx: [on('TRUMP', 'listing 2025')],
    bybit: [on('TRUMP', 'bybit-spot-2026-08-09')],
    kraken: [on('TRUMP', 'listing 2025')],
  }),
  coin('TRX', 'TRON', 'The coin of the TRON chain, where much USDT moves.', {
    binance: [on('TRX', 'binance-spot-2021-10-12')],
    okx: [on('TRX', 'okx-spot-2022-05-13')],
    bybit: [on('TRX', 'bybit-spot-2026-08-09')],
    kraken: [on('TRX', 'kraken-spot-2021-04-17')],
  }),
  coin('TURBO', 'Turbo', 'A toad meme token whose plan was drafted with a language model.', {
    binance: [on('TURBO', 'listing 2024')],
    okx: [on('TURBO', 'listing 2023')],
    bybit: [on('1000TURBO', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
    kraken: [on('TURBO', 'listing 2024')],
  }),
  coin('TWT', 'Trust Wallet Token', 'The token of the Trust Wallet application.', {
    binance: [on('TWT', 'binance-spot-2021-10-12')],
    bybit: [on('TWT', 'bybit-spot-2026-08-09')],
  }),
  coin('UMA', 'UMA', "The voting token of UMA's optimistic oracle.", {
    binance: [on('UMA', 'binance-spot-2021-10-12')],
    okx: [on('UMA', 'okx-spot-2022-05-13')],
    bybit: [on('UMA', 'bybit-spot-2026-08-09')],
    kraken: [on('UMA', 'listing 2021')],
  }),
  coin('UNI', 'Uniswap', 'The governance token of the Uniswap exchange protocol.', {
    binance: [on('UNI', 'binance-spot-2021-10-12')],
    okx: [on('UNI', 'okx-spot-2022-05-13')],
    bybit: [on('UNI', 'bybit-spot-2026-08-09')],
    kraken: [on('UNI', 'kraken-spot-2021-04-17')],
  }),
  coin(
    'USTC',
    'TerraClassicUSD',
    'The former algorithmic dollar of the old Terra chain, far from a dollar since May 2022.',
    {
      binance: [on('USTC', 'listing 2022')],
      okx: [on('USTC', 'listing 2022')],
      bybit: [on('USTC', 'bybit-spot-2026-08-09')],
    },
  ),
  coin('USUAL', 'Usual', 'The governance token of the issuer of the dollar token USD0.', {
    binance: [on('USUAL', 'listing 2024')],
    bybit: [on('USUAL', 'bybit-perp-2026-08-09')],
    kraken: [on('USUAL', 'listing 2024')],
  }),
  coin('VET', 'VeChain', 'The value coin of the VeChainThor chain.', {
    binance: [on('VET', 'binance-spot-2021-10-12')],
    bybit: [on('VET', 'bybit-spot-2026-08-09')],
    kraken: [on('VET', 'listing 2025')],
  }),
  coin('VIRTUAL', 'Virtuals Protocol', 'The token of a platform on Base for tokenised AI agents.', {
    binance: [on('VIRTUAL', 'listing 2024')],
    bybit: [on('VIRTUAL', 'bybit-spot-2026-08-09')],
    kraken: [on('VIRTUAL', 'listing 2025')],
  }),
  coin('W', 'Wormhole', 'The governance token of the Wormhole message bridge.', {
    binance: [on('W', 'listing 2024')],
    okx: [on('W', 'listing 2024')],
    bybit: [on('W', 'bybit-spot-2026-08-09')],
    kraken: [on('W', 'listing 2024')],
  }),
  coin('WAVES', 'Waves', 'The coin of the Waves chain.', {
    binance: [on('WAVES', 'binance-spot-2021-10-12')],
    okx: [on('WAVES', 'okx-spot-2022-05-13')],
    bybit: [on('WAVES', 'bybit-spot-2026-08-09')],
    kraken: [on('WAVES', 'kraken-spot-2021-04-17')],
  }),
  coin('WBTC', 'Wrapped Bitcoin', 'An Ethereum token backed by bitcoin in custody.', {
    binance: [on('WBTC', 'binance-spot-2021-10-12')],
    okx: [on('WBTC', 'okx-spot-2022-05-13')],
    bybit: [on('WBTC', 'bybit-spot-2026-08-09')],
    kraken: [on('WBTC', 'listing 2021')],
  }),
  coin('WIF', 'dogwifhat', 'A Solana meme token showing a dog in a knitted hat.', {
    binance: [on('WIF', 'listing 2024')],
    okx: [on('WIF', 'listing 2024')],
    bybit: [on('WIF', 'bybit-spot-2026-08-09')],
    kraken: [on('WIF', 'listing 2024')],
  }),
  coin('WLD', 'Worldcoin', 'The token of the World identity project.', {
    binance: [on('WLD', 'listing 2023')],
    okx: [on('WLD', 'listing 2023')],
    bybit: [on('WLD', 'bybit-spot-2026-08-09')],
  }),
  coin('WLFI', 'World Liberty Financial', 'The governance token of World Liberty Financial.', {
    binance: [on('WLFI', 'listing 2025')],
    okx: [on('WLFI', 'listing 2025')],
    bybit: [on('WLFI', 'bybit-spot-2026-08-09')],
    kraken: [on('WLFI', 'listing 2025')],
  }),
  coin('WOO', 'WOO', 'The token of the WOO trading network.', {
    binance: [on('WOO', 'listing 2022')],
    okx: [on('WOO', 'okx-spot-2022-05-13')],
    bybit: [on('WOO', 'bybit-spot-2026-08-09')],
  }),
  coin('XAUT', 'Tether Gold', 'A token for one fine troy ounce of gold kept for Tether.', {
    okx: [on('XAUT', 'listing 2022')],
    bybit: [on('XAUT', 'bybit-spot-2026-08-09')],
  }),
  coin('XCH', 'Chia', 'A coin mined with disk space.', { okx: [on('XCH', 'okx-spot-2022-05-13')] }),
  coin('XEC', 'eCash', 'A continuation of Bitcoin ABC after a split of one coin into a million.', {
    binance: [on('XEC', 'binance-spot-2021-10-12'), on('1000XEC', 'listing 2022', { multiplier: 1000n })],
    okx: [on('XEC', 'okx-spot-2022-05-13')],
    bybit: [on('1000XEC', 'bybit-perp-2026-08-09', { multiplier: 1000n })],
  }),
  coin('XEM', 'NEM', 'The coin of the first NEM chain.', {
    binance: [on('XEM', 'binance-spot-2021-10-12')],
    okx: [on('XEM', 'okx-spot-2022-05-13')],
  }),
  coin('XLM', 'Stellar Lumens', 'The native coin of the Stellar payment network.', {
    binance: [on('XLM', 'binance-spot-2021-10-12')],
    okx: [on('XLM', 'okx-spot-2022-05-13')],
    bybit: [on('XLM', 'bybit-spot-2026-08-09')],
    kraken: [on('XLM', 'kraken-spot-2021-04-17'), on('XXLM', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('XMR', 'Monero', 'A mined coin that hides senders, receivers and amounts.', {
    binance: [on('XMR', 'binance-spot-2021-10-12')],
    okx: [on('XMR', 'okx-spot-2022-05-13')],
    bybit: [on('XMR', 'bybit-perp-2026-08-09')],
    kraken: [on('XMR', 'kraken-spot-2021-04-17'), on('XXMR', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('XNO', 'Nano', 'A feeless coin in which each account has its own chain, once written NANO.', {
    binance: [on('NANO', 'binance-spot-2021-10-12'), on('XNO', 'listing 2022')],
    kraken: [on('NANO', 'kraken-spot-2021-04-17')],
  }),
  coin('XPL', 'Plasma', 'The coin of the Plasma chain for stablecoin payments.', {
    binance: [on('XPL', 'listing 2025')],
    okx: [on('XPL', 'listing 2025')],
    bybit: [on('XPL', 'bybit-spot-2026-08-09')],
    kraken: [on('XPL', 'listing 2025')],
  }),
  coin('XRP', 'XRP', 'The native coin of the XRP Ledger.', {
    binance: [on('XRP', 'binance-spot-2021-10-12')],
    okx: [on('XRP', 'okx-spot-2022-05-13')],
    bybit: [on('XRP', 'bybit-spot-2026-08-09')],
    kraken: [on('XRP', 'kraken-spot-2021-04-17'), on('XXRP', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('XTZ', 'Tezos', 'The staking coin of the self-amending Tezos chain.', {
    binance: [on('XTZ', 'binance-spot-2021-10-12')],
    okx: [on('XTZ', 'okx-spot-2022-05-13')],
    bybit: [on('XTZ', 'bybit-spot-2026-08-09')],
    kraken: [on('XTZ', 'kraken-spot-2021-04-17')],
  }),
  coin('XVG', 'Verge', 'A mined payment coin with traffic hidden through Tor.', {
    binance: [on('XVG', 'binance-spot-2021-10-12')],
    bybit: [on('XVG', 'bybit-perp-2026-08-09')],
  }),
  coin('XVS', 'Venus', "The governance token of BNB Chain's Venus lending.", {
    binance: [on('XVS', 'binance-spot-2021-10-12')],
    bybit: [on('XVS', 'bybit-perp-2026-08-09')],
  }),
  coin('YFI', 'yearn.finance', 'The scarce governance token of the yearn vaults.', {
    binance: [on('YFI', 'binance-spot-2021-10-12')],
    okx: [on('YFI', 'okx-spot-2022-05-13')],
    bybit: [on('YFI', 'bybit-spot-2026-08-09')],
    kraken: [on('YFI', 'kraken-spot-2021-04-17')],
  }),
  coin('YGG', 'Yield Guild Games', 'The token of a guild that lends out game items.', {
    binance: [on('YGG', 'binance-spot-2021-10-12')],
    okx: [on('YGG', 'okx-spot-2022-05-13')],
    bybit: [on('YGG', 'bybit-perp-2026-08-09')],
    kraken: [on('YGG', 'listing 2021')],
  }),
  coin('ZEC', 'Zcash', 'A mined coin with optional shielded transfers.', {
    binance: [on('ZEC', 'binance-spot-2021-10-12')],
    okx: [on('ZEC', 'okx-spot-2022-05-13')],
    bybit: [on('ZEC', 'bybit-perp-2026-08-09')],
    kraken: [on('ZEC', 'kraken-spot-2021-04-17'), on('XZEC', 'kraken-spot-2021-04-17', { only: 'spot' })],
  }),
  coin('ZEN', 'Horizen', "The coin of Horizen, once a fork of Zcash's code.", {
    binance: [on('ZEN', 'binance-spot-2021-10-12')],
    okx: [on('ZEN', 'okx-spot-2022-05-13')],
    bybit: [on('ZEN', 'bybit-spot-2026-08-09')],
  }),
  coin('ZIL', 'Zilliqa', 'The coin of the sharded Zilliqa chain.', {
    binance: [on('ZIL', 'binance-spot-2021-10-12')],
    okx: [on('ZIL', 'okx-spot-2022-05-13')],
    bybit: [on('ZIL', 'bybit-spot-2026-08-09')],
  }),
  coin('ZK', 'ZKsync', 'The governance token of the ZKsync rollup.', {
    binance: [on('ZK', 'listing 2024')],
    okx: [on('ZK', 'listing 2024')],
    bybit: [on('ZK', 'bybit-spot-2026-08-09')],
    kraken: [on('ZK', 'listing 2024')],
  }),
  coin('ZRO', 'LayerZero', 'The token of the LayerZero message protocol.', {
    binance: [on('ZRO', 'listing 2024')],
    okx: [on('ZRO', 'listing 2024')],
    bybit: [on('ZRO', 'bybit-spot-2026-08-09')],
    kraken: [on('ZRO', 'listing 2024')],
  }),
  coin('ZRX', '0x Protocol', 'The governance token of the 0x exchange protocol.', {
    binance: [on('ZRX', 'binance-spot-2021-10-12')],
    okx: [on('ZRX', 'okx-spot-2022-05-13')],
    bybit: [on('ZRX', 'bybit-spot-2026-08-09')],
    kraken: [on('ZRX', 'listing 2021')],
  }),
]
