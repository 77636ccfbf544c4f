import ccxt from 'ccxt'
import { describe, expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { EXCHANGES, type ExchangeId } from '../exchange.ts'
import { assetOf } from './asset-of.ts'
import { ASSETS } from './assets.ts'
import { NOT_COMPARED } from './not-compared.ts'

/** Names that are one coin by its issuer's or the exchange's own word; every other renaming is a collision. */
const SAME: ReadonlySet<string> = new Set(
  'XBT=BTC BCHSV=BSV XDG=DOGE XXBT=BTC XXDG=DOGE XETC=ETC XETH=ETH XLTC=LTC XMLN=MLN XXLM=XLM XXMR=XMR XXRP=XRP XZEC=ZEC ZAUD=AUD ZCAD=CAD ZEUR=EUR ZGBP=GBP ZJPY=JPY ZUSD=USD'.split(
    ' ',
  ),
)

const idOf = (exchange: ExchangeId, ticker: string) => assetOf(exchange, 'spot', ticker)?.asset.id ?? null
const idsOf = (ticker: string) =>
  new Set(EXCHANGES.map((exchange) => idOf(exchange, ticker)).filter((id) => id !== null))

type Renaming = { readonly by: string; readonly ticker: string; readonly means: string }

function renamings(names: readonly string[]): Renaming[] {
  return names.flatMap((by) => {
    const Exchange = ccxt[by as 'kraken']
    const table: Record<string, string> = new Exchange().commonCurrencies
    return Object.entries(table).map(([ticker, means]) => ({ by, ticker, means }))
  })
}

describe('the renaming tables of the pinned ccxt', () => {
  const ours = renamings([...EXCHANGES])

  test('are read for all four exchanges', () => {
    for (const exchange of EXCHANGES) expect(ours.some(({ by }) => by === exchange)).toBe(true)
    expect(ours.length).toBeGreaterThan(30)
  })

  test.each(ours.map(({ by, ticker, means }) => [by, ticker, means] as const))(
    '[D5] %s %s is %s in our table or is not compared',
    (by, ticker, means) => {
      const id = idOf(by as ExchangeId, ticker)
      if (id !== null) expect(id).toBe(means)
    },
  )

  test('[D5] the renamings that are one coin are in our table where the exchange uses them', (context) => {
    for (const { by, ticker, means } of ours) {
      // XBT is written by Kraken alone, BCHSV was by Binance alone; ccxt hands both to every exchange.
      const writes = by === 'kraken' ? ticker !== 'BCHSV' : by === 'binance' && ticker === 'BCHSV'
      if (SAME.has(`${ticker}=${means}`) && writes) expect(idOf(by as ExchangeId, ticker), ticker).toBe(means)
    }
    const compared = ours.map(({ by, ticker, means }) => [idOf(by as ExchangeId, ticker), means] as const)
    const known = compared.filter(([id]) => id !== null)
    const wrong = known.filter(([id, means]) => id !== means)
    recordFigure(context, {
      row: 'D5',
      wanted: 'each renaming of the pinned ccxt has the right asset in our table or is not compared',
      measured: `${ours.length} renamings: ${known.length - wrong.length} right, ${ours.length - known.length} not compared, ${wrong.length} wrong`,
      seed: 0,
    })
  })

  test('[D1] over all exchanges of the library, no two coins of one ticker become one asset', () => {
    const pairs = renamings(ccxt.exchanges).filter(
      ({ ticker, means }) => ticker !== means && !SAME.has(`${ticker}=${means}`),
    )
    expect(new Set(pairs.map(({ ticker, means }) => `${ticker}=${means}`)).size).toBeGreaterThan(100)
    for (const { by, ticker, means } of pairs) {
      const other = idsOf(means)
      for (const id of idsOf(ticker)) expect(other.has(id), `${by}: ${ticker} = ${means}`).toBe(false)
    }
  })
})

/**
 * Tickers that are one coin on some exchanges and another on others; from the exchanges' own lists, not from our table.
 */
const COLLISIONS: readonly (readonly [string, readonly ExchangeId[], readonly ExchangeId[]])[] = [
  ['LUNA', ['kraken'], ['binance', 'okx', 'bybit']],
  ['LUNA2', ['kraken'], ['bybit', 'binance']],
  ['UST', ['kraken', 'okx'], ['binance', 'bybit']],
  ['NEIRO', ['binance', 'kraken'], ['okx', 'bybit']],
  ['NEIROETH', ['binance'], ['okx']],
  ['BTT', ['binance'], ['okx', 'bybit', 'kraken']],
  ['OM', ['binance', 'okx'], ['bybit', 'kraken']],
  ['QUICK', ['binance'], ['okx', 'bybit', 'kraken']],
  ['BEAM', ['binance'], ['okx', 'bybit', 'kraken']],
  ['STRK', ['okx'], ['binance', 'bybit', 'kraken']],
  ['SKY', ['binance'], ['okx', 'bybit', 'kraken']],
  ['GAS', ['binance', 'okx'], ['bybit']],
  ['HOT', ['binance'], ['okx', 'bybit']],
  ['LIT', ['binance', 'kraken'], ['bybit', 'okx']],
  ['MEME', ['okx'], ['binance', 'bybit', 'kraken']],
  ['MON', ['okx'], ['binance', 'bybit', 'kraken']],
  ['ACT', ['okx'], ['binance', 'bybit', 'kraken']],
  ['AGI', ['binance'], ['bybit', 'okx']],
  ['AE', ['okx'], ['binance', 'bybit']],
  ['WIN', ['okx'], ['binance', 'bybit', 'kraken']],
  ['USDS', ['binance'], ['bybit', 'kraken', 'okx']],
  ['FRAX', ['kraken', 'okx'], ['bybit', 'binance']],
  ['FXS', ['binance'], ['bybit', 'okx']],
  ['REP', ['kraken'], ['binance', 'okx']],
  ['BETH', ['binance'], ['okx']],
  ['DATA', ['binance'], ['bybit']],
  ['EDEN', ['okx'], ['binance', 'bybit', 'kraken']],
  ['FUEL', ['binance'], ['bybit', 'okx', 'kraken']],
  ['SUB', ['binance'], ['okx', 'bybit']],
  ['MOD', ['binance'], ['okx', 'bybit']],
  ['CHAT', ['okx'], ['binance', 'bybit']],
  ['BOX', ['okx'], ['binance', 'bybit']],
  ['TRADE', ['okx'], ['bybit', 'kraken']],
  ['TAI', ['okx'], ['bybit', 'kraken']],
  ['VELO', ['okx'], ['binance', 'bybit']],
  ['RON', ['binance'], ['okx', 'bybit', 'kraken']],
  ['CFG', ['okx'], ['bybit', 'kraken']],
  ['BABY', ['binance'], ['bybit', 'kraken']],
  ['CHEEMS', ['binance'], ['bybit', 'okx']],
  ['BCC', ['binance'], ['okx', 'kraken']],
  ['TBTC', ['kraken'], ['binance', 'okx', 'bybit']],
  ['STRAX', ['binance'], ['okx', 'bybit', 'kraken']],
  ['BOT', ['binance'], ['bybit']],
  ['KNC', ['kraken'], ['binance', 'okx', 'bybit']],
  ['PUMP', ['okx'], ['binance', 'bybit', 'kraken']],
  ['OPEN', ['binance'], ['okx', 'bybit', 'kraken']],
]

describe('tickers that two coins share', () => {
  const pairs = COLLISIONS.flatMap(([ticker, one, other]) =>
    one.flatMap((a) => other.map((b) => [ticker, a, b] as const)),
  )

  test('the list has a hundred pairs or more', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(100)
  })

  test.each(pairs)('[D1] %s on %s never meets %s', (ticker, a, b) => {
    const id = idOf(a, ticker)
    expect(id === null || id !== idOf(b, ticker)).toBe(true)
  })

  test.each(NOT_COMPARED.map((entry) => [entry.ticker, entry] as const))(
    '%s is left out, with a reason',
    (ticker, { on, why }) => {
      expect(why).toMatch(/^.{10,}$/)
      for (const exchange of on) {
        expect(assetOf(exchange, 'spot', ticker)).toBeNull()
        expect(assetOf(exchange, 'perp', ticker)).toBeNull()
      }
    },
  )

  test('[D1] no two assets of the table share a name or a sentence, nor one exchange a ticker', () => {
    expect(new Set(ASSETS.map(({ name }) => name)).size).toBe(ASSETS.length)
    expect(new Set(ASSETS.map(({ what }) => what)).size).toBe(ASSETS.length)
  })
})
