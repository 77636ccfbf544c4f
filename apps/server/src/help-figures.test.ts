import { KEY_FORM, LIMITS, PAPER } from '@makas/contract'
import {
  LATE_LIMIT_MS,
  LEAST_SETTLED,
  limitOf,
  MOST_SETTLED,
  nextRhythm,
  PRIOR_MEDIAN_MS,
  QUARANTINE_PERCENT,
  type SimulatedLine,
  simulatedCarry,
  simulatedTrade,
  takerFee,
  tourAmount,
  tourProfit,
} from '@makas/domain'
import { expect, test } from 'vitest'
import { builtInArticles } from './adapters/storage/help/built-in-articles.ts'
import { KEPT_COPIES } from './adapters/storage/upkeep/nightly-copies.ts'
import { CONFIRMATIONS, SPAN_MS } from './app/market/detect/quarantine.ts'
import { ENOUGH_OF_MODE, ENOUGH_OF_ROUTE } from './app/market/lifetimes/lifetimes.ts'
import { PROVEN_MS } from './app/users/sessions/session-limits.ts'
import { readConfigFile } from './config/config-file.ts'

const articles = new Map(builtInArticles().map(({ id, content }) => [id, content]))
const settings = readConfigFile(undefined).value

/** A number as the articles write it: 10.000 and 0,055. */
const turkish = (value: number) => value.toLocaleString('tr-TR', { maximumFractionDigits: 6 })
const seconds = (ms: number) => turkish(ms / 1_000)
/** The net of a simulation as the dialog shows it: with two decimals. */
const netOf = (lines: readonly SimulatedLine[]) => money(Number(lines.at(-1)?.amount))
const money = (value: number) => value.toLocaleString('tr-TR', { minimumFractionDigits: 2 })

type Fee = Parameters<typeof takerFee>[0]
const BTC: Fee = { exchange: 'binance', market: 'spot', base: 'BTC', quote: 'USDT', special: false }
/** A taker fee in percent, as the tables write it. */
const fee = (question: Partial<Fee>) => `%${turkish(Number(takerFee({ ...BTC, ...question })?.fee) * 100)}`

/** The age up to which a book with this usual gap is live, ms. */
function limitAt(gapMs: number): number {
  let rhythm = 0
  for (let frame = 0; frame < 400; frame++) rhythm = nextRhythm(rhythm, gapMs)
  return limitOf(rhythm)
}

test.each([
  ['binance', 'Binance', '–'],
  ['okx', 'OKX', 'Oranı bilinmeyen ücret grupları listelenmez'],
  ['bybit', 'Bybit', `Bir tarafı devlet parası olan spot: ${fee({ exchange: 'bybit', quote: 'EUR' })}`],
  [
    'kraken',
    'Kraken',
    `İki tarafı da sabit ya da devlet parası olan spot: ${fee({ exchange: 'kraken', base: 'USDT', quote: 'USD' })}`,
  ],
] as const)('the article on fees states what %s takes', (exchange, name, special) => {
  const row = `| ${name} | ${fee({ exchange })} | ${fee({ exchange, market: 'perp' })} | ${special} |`
  expect(articles.get('komisyonlar')).toContain(row)
})

const kraken = (pair: Partial<Fee> = {}) => fee({ exchange: 'kraken', quote: 'USD', ...pair })
const bybit = (pair: Partial<Fee> = {}) => fee({ exchange: 'bybit', ...pair })
const balance = turkish(PAPER.start)
const limit = { busy: limitAt(100), usual: limitAt(1_000), quiet: limitAt(5_000) }
const [carryGross, , carryNet] = simulatedCarry(1_000)

const FIGURES: readonly (readonly [article: string, what: string, stated: string])[] = [
  ['kraken-anahtari', 'spot fee', `| Spot komisyonu, çoğu çift | ${kraken()} |`],
  ['kraken-anahtari', 'fee of stable pairs', `EUR, GBP ya da TRY | ${kraken({ base: 'EUR' })} |`],
  ['kraken-anahtari', 'perpetual fee', `| Sürekli vadeli komisyonu | ${kraken({ market: 'perp' })} |`],
  ['kraken-anahtari', 'no test network', KEY_FORM.krakenTestnet],
  ['bybit-anahtari', 'spot fee', `| Spot, çoğu çift | ${bybit()} |`],
  ['bybit-anahtari', 'fee of fiat pairs', `devlet parası olan çift | ${bybit({ quote: 'EUR' })} |`],
  ['bybit-anahtari', 'perpetual fee', `| Sürekli vadeli | ${bybit({ market: 'perp' })} |`],
  ['bybit-anahtari', 'refusal of a key', KEY_FORM.bybit],
  ['binance-anahtari', 'refusal of a key', KEY_FORM.binance],
  ['veri-akisi', 'limits', `en az ${seconds(limitAt(0))}, en çok ${seconds(LATE_LIMIT_MS)} saniye`],
  ['veri-akisi', 'limit of a busy pair', `| Hareketli | 0,1 saniye | ${seconds(limit.busy)} saniye |`],
  ['veri-akisi', 'limit of a usual pair', `| Orta | 1 saniye | ${seconds(limit.usual)} saniye |`],
  ['veri-akisi', 'limit of a quiet pair', `| Sakin | 5 saniye | ${seconds(limit.quiet)} saniye |`],
  ['veri-akisi', 'end of lateness', `**geç**, ${seconds(LATE_LIMIT_MS)} saniyeyi aşan **bayat**`],
  ['veri-akisi', 'quarantine', `Brüt fark %${QUARANTINE_PERCENT}'i aşarsa`],
  ['veri-akisi', 'confirmations', `en az ${seconds(SPAN_MS)} saniye olan ${CONFIRMATIONS} doğrulama`],
  ['riskler', 'quarantine', `%${QUARANTINE_PERCENT}'i aşan farklar, en az ${seconds(SPAN_MS)} saniyeye yayılan`],
  ['riskler', 'confirmations', `yayılan ${CONFIRMATIONS} taze defterle`],
  ['etiketler', 'quarantine', `fark %${QUARANTINE_PERCENT}'i aştığı için`],
  ['etiketler', 'age of a cached list', `En çok ${seconds(LIMITS.visitorMaxAgeMs)} saniye`],
  ['etiketler', 'freezing', `sunucunun ${seconds(LIMITS.visitorFreezeMs)} saniyede bir dondurduğu`],
  ['makas-nedir', 'freezing', `Önbellekten, ${seconds(LIMITS.visitorFreezeMs)} saniyede bir`],
  ['makas-nedir', 'age of a cached list', `en çok son ${seconds(LIMITS.visitorMaxAgeMs)} saniyeye aittir`],
  ['planlar', 'age of a cached list', `en çok ${seconds(LIMITS.visitorMaxAgeMs)} saniyelik`],
  [
    'baglanti-sorunlari',
    'polling',
    `ziyaretçide ${seconds(LIMITS.pollMs)}, giriş yapanda ${seconds(LIMITS.userPollMs)} saniyede bir yoklama`,
  ],
  ['kanit-penceresi', 'evidence kept', LIMITS.evidenceKeptMs === 5 * 60_000 ? 'kanıtı beş dakika daha' : '?'],
  ['hesap-guvenligi', 'shortest password', `| En kısa | ${LIMITS.password} karakter |`],
  ['hesap-guvenligi', 'weak password', `| Zayıf sayılan | ${LIMITS.weakPassword} karakterden kısa`],
  ['hesap-guvenligi', 'proof of identity', PROVEN_MS === 10 * 60_000 ? 'son on dakikada kimliğinizi' : '?'],
  ['ilk-adimlar', 'passwords', `Şifre en az ${LIMITS.password} karakter`],
  ['ilk-adimlar', 'weak password', `${LIMITS.weakPassword} karakterden kısa`],
  ['ilk-adimlar', 'demo balance', `Sanal ${balance} USD ile`],
  [
    'ilk-adimlar',
    'trade of the tour',
    `| 1.000 USD | %0,75 | ${money(tourProfit(tourAmount(PAPER.start), 0.75))} USD |`,
  ],
  ['simulasyon', 'balance of the portfolio', `bakiyeyi ${balance} USD yapar`],
  ['simulasyon', 'amounts', `${turkish(PAPER.least)} ile ${turkish(PAPER.most)} USD arasında`],
  ['simulasyon', 'trades kept', `en çok ${PAPER.trades} tane saklanır`],
  ['simulasyon', 'spot', `| **Sonuç** | **${netOf(simulatedTrade('spot', 1_000, 0.8))}** |`],
  ['simulasyon', 'triangle', `**${netOf(simulatedTrade('tri', 1_000, 0.6))} USDT**`],
  ['simulasyon', 'gross carry', `: %${turkish(carryGross?.percent ?? 0)}.`],
  ['simulasyon', 'net carry', `yılda **%${turkish(carryNet?.percent ?? 0)}**`],
  ['guven-ve-omur', 'prior of spot', `| Spot | ${seconds(PRIOR_MEDIAN_MS.spot)} saniye |`],
  ['guven-ve-omur', 'prior of a triangle', `| Üçgen | ${seconds(PRIOR_MEDIAN_MS.tri)} saniye |`],
  ['guven-ve-omur', 'prior of carry', `| Taşıma | ${PRIOR_MEDIAN_MS.carry / 3_600_000} saat |`],
  ['guven-ve-omur', 'enough of a route', `Aynı rotada en az ${ENOUGH_OF_ROUTE}`],
  ['guven-ve-omur', 'enough of a mode', `aynı türde en az ${ENOUGH_OF_MODE}`],
  ['ucgen-dongu', 'prior', `yarısının ${seconds(PRIOR_MEDIAN_MS.tri)} saniyede`],
  ['ucgen-dongu', 'cap', `(dolar karşılığı varlıklarda ${turkish(Number(settings.tri_cap))})`],
  ['net-getiri', 'cap', `alış tutarı ${turkish(Number(settings.spot_cap))} ile`],
  ['tasima-getirisi', 'hold', `## Bir örnek: 0,2 BTC, ${settings.hold_days} gün`],
  ['tasima-getirisi', 'payments of the mean', `son ${MOST_SETTLED} ödeme`],
  ['tasima-getirisi', 'fewest payments', `ama en az ${LEAST_SETTLED}`],
  ['anahtar-saklama', 'nightly copies', KEPT_COPIES === 7 ? 'yedekler yedi gece tutulur' : '?'],
]

test.each(FIGURES)('the article %s states the %s that holds', (article, _what, stated) => {
  expect(articles.get(article)).toContain(stated)
})

test('the articles on trading say where orders go, and none that one goes out for real money', () => {
  for (const [id, content] of articles)
    expect([id, /emirler gerçekten|emir yürütür/.test(content)]).toEqual([id, false])
  for (const [id, sentence] of [
    ['planlar', 'gerçek parayla tek tıkla işlem sunulmuyor, hiçbir emir gönderilmez'],
    ['plan-degisikligi', '**hiçbir emir gönderilmez**'],
    ['simulasyon', 'emir gönderen tek yer, [test ağında çalışan](/help/test-agi-islemleri) işlem düğmesidir'],
    ['makas-nedir', 'işlem düğmesi yalnız [test ağına](/help/test-agi-islemleri) emir gönderir'],
    ['test-agi-islemleri', 'İkisinde de gerçek para hareket etmez.'],
  ] as const) {
    expect(articles.get(id)).toContain(sentence)
  }
})
