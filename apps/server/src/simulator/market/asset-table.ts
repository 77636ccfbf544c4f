/**
 * The coins of the demo market, in order of trading volume: ticker, price (USD, about right in 2026, only the start
 * value) and the exchanges that list the coin against USDT (b Binance, o OKX, y Bybit, k Kraken).
 */
export interface AssetSeed {
  readonly ticker: string
  readonly usd: number
  readonly listedOn: string
}

const ROWS = `
BTC 91250 boyk|ETH 3080 boyk|SOL 139.5 boyk|XRP 2.16 boyk|DOGE 0.1542 boyk|BNB 884 boyk|ADA 0.472 boyk|TRX 0.2796 boyk
LINK 13.82 boyk|AVAX 14.35 boyk|SUI 1.634 boyk|XLM 0.2561 boy|BCH 486.4 boyk|LTC 92.15 boyk|HBAR 0.1487 boy|SHIB 0.00000885 boyk
TON 1.624 boyk|DOT 2.752 boyk|UNI 6.418 boy|PEPE 0.00000482 boyk|AAVE 172.6 boy|NEAR 2.214 boyk|ETC 15.12 boy|APT 2.806 boy
ICP 4.938 boy|ONDO 0.5231 boy|ARB 0.2254 boy|POL 0.1426 boy|ATOM 2.613 boyk|ALGO 0.1453 boyk|FIL 1.752 boy|WLD 0.6614 boy
ENA 0.2718 boy|SEI 0.1502 by|RENDER 1.912 boy|OP 0.3415 boy|INJ 6.214 boy|STX 0.3327 boy|FET 0.2713 boy|TIA 0.6821 boy
BONK 0.00001052 boyk|LDO 0.6914 boy|IMX 0.3625 boy|GRT 0.05342 boy|JUP 0.2418 boy|WIF 0.3812 boyk|FLOKI 0.00005216 boy|CRV 0.4217 boy
SATS 0.0000000223 boy|SAND 0.1654 boy|MANA 0.1712 boyk|AXS 0.9513 boy|THETA 0.4226 boy|GALA 0.008314 boy|XTZ 0.5218 boyk|PENDLE 2.615 boy
DYDX 0.2214 boy|ENS 11.24 boy|COMP 35.18 boy|SNX 0.5423 boy|CHZ 0.03318 boy|MINA 0.08527 boy|ZIL 0.005826 boy|EGLD 8.624 boy
FLOW 0.2316 boy|QNT 86.42 by|RUNE 0.7215 by|JTO 0.4324 boy|PYTH 0.07814 boyk|W 0.05816 boy|STRK 0.1312 boyk|ZRO 1.423 boy
CAT 0.00000448 boy|ZK 0.04518 boy|EIGEN 0.6215 boyk|APE 0.2718 boyk|BLUR 0.03514 boy|GMX 9.613 boy|1INCH 0.1712 boy|SUSHI 0.4116 boy
YFI 4312 boy|BAT 0.1915 boyk|ZRX 0.1612 boy|LRC 0.06214 boy|KSM 9.418 boyk|CELO 0.1914 boy|ANKR 0.007816 by|STORJ 0.1713 boy
MASK 0.6817 boy|GMT 0.02014 boy|MAGIC 0.1316 boy|API3 0.5514 boy|BAND 0.4523 boy|ICX 0.07516 boy|QTUM 1.614 boy|NEO 4.612 boy
IOTA 0.1153 boy|ZEC 382.4 bok|DASH 55.18 bk|ONT 0.07513 bo|ZEN 12.04 bo|CFX 0.08516 boy|JASMY 0.007814 boy|AR 4.418 boy
ORDI 5.213 boy|NOT 0.0006518 boy|MEME 0.001414 boy|PEOPLE 0.01052 boy|TRUMP 6.914 boyk|PNUT 0.09512 boy|TURBO 0.001915 boyk|BOME 0.0007114 boy
ETHFI 0.9216 boy|BERA 1.113 boy|MOVE 0.05514 boy|KAITO 0.9518 boy|MORPHO 1.614 boy|LPT 4.316 boy|GLM 0.2014 bo|CVX 2.013 boy
ACH 0.01052 boy|RVN 0.008516 bo|SKL 0.01714 by|PAXG 4052 bok|ALT 0.01514 by|AEVO 0.04516 boy|MEW 0.001314 oy|ROSE 0.01318 by
KAVA 0.1214 by|WOO 0.03314 boy|CAKE 2.414 by|HOT 0.0006014 boy|VET 0.01381 boy|AXL 0.1613 by|ARKM 0.2814 boy|MOODENG 0.08516 boy
GOAT 0.06514 boy|ATH 0.02814 oy|DOGS 0.0000714 boy|HMSTR 0.000314 boy|CATI 0.08114 boy|AIXBT 0.05214 boy|PENGU 0.01214 boyk|ANIME 0.00914 boy
LAYER 0.2114 boy|INIT 0.1214 boy|SIGN 0.03814 boy|HOME 0.02214 boy|RESOLV 0.09814 boy|SAHARA 0.03414 boy|SPK 0.02714 boy|NMR 10.14 boy
`

export const ASSETS: readonly AssetSeed[] = ROWS.trim()
  .split(/[|\n]/)
  .map((row) => {
    const [ticker = '', usd = '', listedOn = ''] = row.trim().split(' ')
    return { ticker, usd: Number(usd), listedOn }
  })

/** Quote currencies besides the coins themselves, in USD. */
export const MONIES: Readonly<Record<string, number>> = {
  USD: 1,
  USDT: 0.9998,
  USDC: 0.9999,
  EUR: 1.1614,
  TRY: 0.02356,
}

/**
 * Further quotes, by exchange. `coin count`: the `count` most traded coins that the exchange lists. The coverage is
 * uneven, as on real exchanges. Three quotes of one coin make triangular cycles.
 */
export const CROSS_QUOTES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  binance: { USDC: 34, EUR: 14, BTC: 22, ETH: 8, TRY: 18 },
  okx: { USDC: 28, EUR: 12, BTC: 10, ETH: 4, TRY: 10 },
  bybit: { USDC: 28, EUR: 8, BTC: 8 },
  kraken: { USD: 52, USDC: 8, EUR: 26, BTC: 10, ETH: 6 },
}

/** Coins that Kraken lists against USD and not against USDT. */
export const KRAKEN_USD_ONLY = new Set(
  'XLM HBAR UNI AAVE ETC APT ICP ONDO ARB POL FIL ENA SEI RENDER OP INJ STX FET TIA LDO IMX GRT JUP FLOKI CRV SAND'.split(
    ' ',
  ),
)

/** Pairs of the monies among themselves. */
export const MONEY_PAIRS: Readonly<Record<string, readonly string[]>> = {
  binance: ['USDC/USDT', 'EUR/USDT', 'EUR/USDC', 'USDT/TRY'],
  okx: ['USDC/USDT', 'USDT/TRY', 'USDT/EUR', 'USDC/EUR'],
  bybit: ['USDC/USDT', 'USDT/EUR', 'USDC/EUR'],
  kraken: ['USDT/USD', 'USDC/USD', 'USDC/USDT', 'EUR/USD', 'USDT/EUR', 'USDC/EUR', 'EUR/USDT', 'EUR/USDC'],
}

/** Exchange names that differ from the plain name, with the number of coins in one unit. */
export const RENAMED: Readonly<Record<string, Readonly<Record<string, { name: string; multiplier: number }>>>> = {
  binance: { SATS: { name: '1000SATS', multiplier: 1000 }, CAT: { name: '1000CAT', multiplier: 1000 } },
}
