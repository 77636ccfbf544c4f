import { EXCHANGES, type ExchangeId } from '../exchange.ts'

/** A ticker that a reviewer kept out of the table, with the two or more things it can mean. */
type NotCompared = { readonly ticker: string; readonly on: readonly ExchangeId[]; readonly why: string }

const everywhere = (ticker: string, why: string): NotCompared => ({ ticker, on: EXCHANGES, why })
const only = (exchange: ExchangeId, ticker: string, why: string): NotCompared => ({ ticker, on: [exchange], why })

/**
 * Tickers that mean another coin on another exchange or at another date. They are left out until a reviewer can tell
 * the coins apart.
 */
export const NOT_COMPARED: readonly NotCompared[] = [
  // Named twice by the Terra collapse: the old chain's coin before May 2022, the new chain's after it.
  everywhere('LUNA', 'Terra Classic before May 2022 and still in Kraken REST, the second Terra chain elsewhere'),
  everywhere('LUNA2', 'the second Terra chain on Kraken REST and Bybit perpetuals, LUNA on the others'),
  everywhere('UST', 'the failed Terra dollar, USTC on the others; the letters are reused'),
  everywhere('NEIRO', 'First Neiro on Ethereum on one exchange, the other Neiro of the same week on another'),
  everywhere('NEIROCTO', 'First Neiro on Ethereum, whose plain ticker is the other Neiro elsewhere'),
  everywhere('1000NEIROCTO', 'a thousand of NEIROCTO, which is not compared'),
  everywhere('NEIROETH', 'the second Neiro, whose plain ticker is First Neiro elsewhere'),

  // Split or joined at a ratio other than one, with the old ticker reused.
  everywhere('BTT', 'BitTorrent before and after one became a thousand in 2022; the ticker survived'),
  everywhere('BTTC', 'BitTorrent after the split, BTT elsewhere'),
  everywhere('1000BTT', 'a thousand of BTT, which is not compared'),
  everywhere('OM', 'MANTRA before one became four MANTRA'),
  everywhere('MANTRA', 'MANTRA after the split, OM elsewhere'),
  everywhere('QUICK', 'QuickSwap before and after one became a thousand'),
  everywhere('GAL', 'Galxe before it was exchanged for Gravity'),
  everywhere('G', 'Gravity, sixty for one GAL'),
  everywhere('ERD', 'Elrond before a thousand became one EGLD'),
  everywhere('COCOS', 'Cocos-BCX before and after a thousand became one, then COMBO'),
  everywhere('VEN', 'VeChain before one became a hundred VET'),
  everywhere('NPXS', 'Pundi X before a thousand became one PUNDIX'),
  everywhere('MC', 'Merit Circle before it was exchanged for BEAM'),
  everywhere('CFG', 'Centrifuge of its own chain or of Ethereum since 2025'),
  everywhere('FXS', 'Frax Share before the Frax coin took the ticker FRAX'),
  everywhere('FRAX', 'the Frax dollar until 2025, the coin once named FXS since'),
  everywhere('STRAT', 'Stratis before STRAX'),
  everywhere('STRAX', 'Stratis before and after one became ten in 2024'),
  everywhere('NU', 'NuCypher before it was exchanged for T'),
  everywhere('REP', 'Augur of 2015 in Kraken REST, Augur of 2020 elsewhere'),
  everywhere('REPV2', 'Augur of 2020 in Kraken REST, REP elsewhere'),
  only('kraken', 'XREP', 'the REST id of Augur of 2015, REP elsewhere'),
  only('kraken', 'KNC', 'recorded a few days before Kyber exchanged its token in April 2021'),
  only('binance', 'SKY', 'Skycoin in the recorded list of 2021, Sky since 2025'),
  only('okx', 'STRK', 'Strike in the recorded list of 2022, Starknet since 2024'),

  // Two projects with one ticker.
  everywhere('BEAM', 'the Mimblewimble coin in the Binance list of 2021, the game network elsewhere'),
  everywhere('GAS', 'the fee coin of Neo or Gas DAO'),
  everywhere('HOT', 'Holo or Hydro Protocol'),
  everywhere('LIT', 'Litentry until 2025, Lighter since'),
  everywhere('MEME', 'the pineapple token in the OKX list of 2022, Memecoin since 2023'),
  everywhere('MON', 'Monad since 2025, another token in the OKX list of 2022'),
  everywhere('ACT', 'Achain in the OKX list of 2022, the AI Prophecy meme since 2024'),
  everywhere('AGI', 'SingularityNET before 2021 on Binance, Delysium on Bybit'),
  everywhere('AE', 'Aeternity on Binance, another token on OKX'),
  everywhere('WIN', 'WINkLink or another Win token'),
  everywhere('USDS', 'StableUSD in the Binance list of 2021, the Sky dollar on Bybit'),
  everywhere('DATA', 'Streamr on Binance, a ticker that others reuse'),
  everywhere('EDEN', 'Eden Network in the OKX list of 2022, OpenEden since 2025'),
  everywhere('FUEL', 'Etherparty on Binance in 2021, Fuel Network since 2024'),
  everywhere('KEY', 'SelfKey or another Key token'),
  everywhere('SUB', 'Substratum on Binance, Subsocial elsewhere'),
  everywhere('MOD', 'Modum on Binance, Modefi elsewhere'),
  everywhere('CHAT', 'OpenChat or Solchat'),
  everywhere('EDO', 'Eidoo or another token of the letters'),
  everywhere('GO', 'GoChain or GoCrypto'),
  everywhere('CMT', 'CyberMiles or Comet'),
  everywhere('ICN', 'Iconomi or the Impossible Cloud network'),
  everywhere('BOX', 'DeFiBox on OKX, ContentBox elsewhere'),
  everywhere('TRADE', 'UniTrade on OKX, Polytrade elsewhere'),
  everywhere('TAI', 'tBridge in the OKX list of 2022, TARS AI on Bybit'),
  everywhere('VELO', 'Velo Labs, or Velodrome where that is not written out'),
  everywhere('VELODROME', 'Velodrome, VELO elsewhere'),
  everywhere('POLY', 'Polymath, or the Polygon letters that others use'),
  everywhere('FLUX', 'the Flux cloud coin or Datamine Flux'),
  everywhere('OPEN', 'OpenLedger or the Open Platform'),
  everywhere('TOWN', 'Town Star or another Town token'),
  everywhere('PUMP', 'pump.fun or other tokens of the letters'),
  everywhere('PUMPFUN', 'pump.fun on Bybit perpetuals, PUMP elsewhere'),
  everywhere('BABY', 'Babylon or BabySwap'),
  everywhere('BABY1', 'Babylon on Bybit spot, BABY elsewhere'),
  everywhere('GRAM', 'Telegram’s abandoned coin, or a newer name on The Open Network'),
  everywhere('EPIC', 'Epic Chain, or the mined Epic Cash'),
  everywhere('RON', 'the coin of the Ronin chain on OKX, the Romanian leu on Binance'),
  everywhere('HC', 'HyperCash, HSR before; the letters are reused'),
  everywhere('CHEEMS', 'two dog tokens on two chains'),
  everywhere('1000CHEEMS', 'a thousand of one of the two CHEEMS'),
  everywhere('1000000CHEEMS', 'a million of one of the two CHEEMS'),
  everywhere('BCC', 'Bitcoin Cash on Binance in 2018, BitConnect elsewhere'),
  everywhere('BCD', 'Bitcoin Diamond; some lists use the letters for other forks'),
  everywhere('YOYO', 'YOYOW, whose letters others reuse'),

  // Receipts of one exchange or issuer: a like ticker elsewhere is another claim.
  everywhere('BETH', 'staked ether of Binance or of OKX: two issuers, two tokens'),
  everywhere('TBTC', 'the first or the second tBTC contract'),
  only('kraken', 'ETH2.S', 'staked ether inside Kraken, not deliverable'),
  only('kraken', 'FEE', 'fee credits inside Kraken, FEE tokens elsewhere'),

  // Not a coin at all.
  everywhere('BTCDOM', 'an index of Binance futures'),
  everywhere('DEFI', 'an index of Binance futures, a coin elsewhere'),
  everywhere('BULL', 'a leveraged token'),
  everywhere('BEAR', 'a leveraged token'),
  everywhere('COIN', 'a share of Coinbase on Bybit perpetuals'),
  everywhere('BOT', 'a share on Bybit perpetuals, a coin on Binance'),
  everywhere('NET', 'a share of Cloudflare on Bybit perpetuals'),
  everywhere('MA', 'a share of Mastercard on Bybit perpetuals'),
]
