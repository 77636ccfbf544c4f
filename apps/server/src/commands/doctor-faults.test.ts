import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { expect, onTestFinished, test } from 'vitest'
import { isFullRun } from '../../../../scripts/tiers.ts'
import { banFile } from '../adapters/system/files/ban-file.ts'
import { faultsOf } from '../app/doctor/faults.ts'
import type { WatchedMarket } from '../process/watched-market.ts'
import { verdictLines } from './shared/doctor-report.ts'
import { examined, faultsSoFar, faultsUntil, faultyMarket, ownFolder } from './testing/examined.ts'

/** In `npm test` each fault is looked for at one exchange, another one each time. */
const some = (exchange: ExchangeId): readonly ExchangeId[] => (isFullRun ? EXCHANGES : [exchange])
const COUNTRY = 'Service unavailable from a restricted location'
const LIST_PATH =
  /^\/(binance|binance-usdm|okx|bybit|kraken|kraken-futures)\/.*(exchangeInfo|instruments|instruments-info|AssetPairs)(\?|$)/
const isList = (path: string) => LIST_PATH.test(path)
const isBooks = (text: string) => /"(bids|asks|b|a)":\s*\[/.test(text)

test.each(some('binance'))('%s: 451 is named as the refusal of this country', async (exchange) => {
  await refused(exchange, { status: 451, body: '' }, 'region-refused', 'Borsa bu ülkeye hizmet vermiyor')
})

test.each(some('okx'))('%s: 403 with a word of the country is named so', async (exchange) => {
  await refused(exchange, { status: 403, body: COUNTRY }, 'region-refused', 'Borsa bu ülkeye hizmet vermiyor')
})

test.each(some('bybit'))('%s: a bare 403 is named', async (exchange) => {
  await refused(exchange, { status: 403, body: '' }, 'forbidden', 'Borsa bağlantıyı 403 ile reddediyor')
})

/** Refuses all, and expects this fault alone, with this sentence. */
async function refused(
  exchange: ExchangeId,
  refusal: { readonly status: number; readonly body: string },
  code: 'region-refused' | 'forbidden',
  sentence: string,
): Promise<void> {
  const { origin } = await faultyMarket(onTestFinished, { refuse: () => refusal })
  const isEnough = (market: WatchedMarket) => market.findings(exchange).reason !== null
  const faults = await faultsUntil(code, exchange, { origin, dataDir: ownFolder(onTestFinished), isEnough })
  expect(faults.map((fault) => [fault.code, fault.level])).toEqual([[code, 'fault']])
  expect(faults[0]?.evidence).toContain(`status ${refusal.status}`)
  expect(verdictLines(faults, 'tr').join('\n')).toContain(sentence)
}

test.each(some('kraken'))('%s: a wrong certificate is named, and nothing is asked', async (exchange) => {
  const { origin } = await faultyMarket(onTestFinished, { isSelfSigned: true })
  const faults = await faultsUntil('tls', exchange, { origin, dataDir: ownFolder(onTestFinished) })
  expect(faults).toMatchObject([{ exchange, code: 'tls', level: 'fault' }])
  expect(verdictLines(faults, 'tr').join('\n')).toContain('Sertifika doğrulanamıyor')
  expect(verdictLines(faults, 'en').join('\n')).toContain('The certificate is wrong')
})

test.each(some('binance'))('%s: a clock that is 5 s off is named with its offset', async (exchange) => {
  const { origin, simulator } = await faultyMarket(onTestFinished)
  simulator.script({ kind: 'time-offset', exchange, ms: 5_000 })
  const faults = await faultsUntil('clock-skew', exchange, { origin, dataDir: ownFolder(onTestFinished) })
  const evidence = faults.find(({ code }) => code === 'clock-skew')?.evidence ?? ''
  // Half of a round trip on a busy machine is the error of the offset.
  expect(Math.abs(Number(/^\+([\d.]+) s$/.exec(evidence)?.[1]) - 5)).toBeLessThan(1)
  expect(verdictLines(faults, 'tr').join('\n')).toContain(`Saat borsanınkinden sapıyor [clock-skew] (${evidence})`)
})

test.each(some('okx'))('%s: a renamed field of its books is named with the frame', async (exchange) => {
  const renamed = (text: string) => text.replace(/"(bids|asks|b|a)":/g, '"new_$1":')
  const { origin } = await faultyMarket(onTestFinished, {
    body: (path, text) => (isList(path) || !isBooks(text) ? text : renamed(text)),
    frame: (_path, text) => [isBooks(text) ? renamed(text) : text],
  })
  const faults = await faultsUntil('frames-refused', exchange, { origin, dataDir: ownFolder(onTestFinished) })
  expect(faults).toContainEqual(
    expect.objectContaining({ code: 'frames-refused', level: 'fault', example: expect.stringContaining('new_') }),
  )
  expect(verdictLines(faults, 'tr').join('\n')).toContain('bir alanın adı değişmiş olabilir')
})

test.each(some('bybit'))('%s: a renamed field of its list is named', async (exchange) => {
  const renamed = (text: string) => text.replace(/"(symbol|instId|wsname)":/g, '"new_$1":')
  const { origin } = await faultyMarket(onTestFinished, { body: (path, text) => (isList(path) ? renamed(text) : text) })
  const faults = await faultsUntil('list-unread', exchange, { origin, dataDir: ownFolder(onTestFinished) })
  expect(faults).toContainEqual(
    expect.objectContaining({ code: 'list-unread', evidence: expect.stringMatching(/^0 of \d+/) }),
  )
  expect(verdictLines(faults, 'tr').join('\n')).toContain('Çift listesinin çoğu okunamadı')
})

test.each(some('kraken'))('%s: marks whose field was renamed are missed', async (exchange) => {
  const renamed = (text: string) => text.replace(/"(p|markPx|markPrice)":/g, '"new_$1":')
  const { origin } = await faultyMarket(onTestFinished, {
    body: (path, text) => (isList(path) ? text : renamed(text)),
    frame: (_path, text) => [renamed(text)],
  })
  const isEnough = (market: WatchedMarket) => {
    const codes = faultsSoFar(market, exchange).map(({ code }) => code)
    return codes.includes('marks-missing') && !codes.includes('books-unproven')
  }
  const faults = await faultsUntil('marks-missing', exchange, { origin, dataDir: ownFolder(onTestFinished), isEnough })
  expect(faults).toContainEqual(
    expect.objectContaining({ code: 'marks-missing', evidence: expect.stringMatching(/^0 of \d+/) }),
  )
})

test.each(some('kraken'))('%s: a message of an unknown kind is named with its text', async (exchange) => {
  const { origin } = await faultyMarket(onTestFinished, { frame: (_path, text) => [text, '{"weather":"fine"}'] })
  const faults = await faultsUntil('frames-unknown', exchange, { origin, dataDir: ownFolder(onTestFinished) })
  expect(faults).toContainEqual(
    expect.objectContaining({ code: 'frames-unknown', level: 'fault', example: '{"weather":"fine"}' }),
  )
  expect(verdictLines(faults, 'tr').join('\n')).toContain('Tanınmayan bir ileti türü geldi')
})

test.each(isFullRun ? (['binance', 'okx', 'bybit'] as const) : (['binance'] as const))(
  '%s: a kind of message that no reader uses is noted with its text',
  async (exchange) => {
    const [news] = {
      binance: ['{"e":"news","E":1}'],
      okx: ['{"arg":{"channel":"news"},"data":[]}'],
      bybit: ['{"topic":"news.all","data":[]}'],
    }[exchange]
    const { origin } = await faultyMarket(onTestFinished, { frame: (_path, text) => [text, news as string] })
    const faults = await faultsUntil('frames-meaningless', exchange, { origin, dataDir: ownFolder(onTestFinished) })
    expect(faults).toContainEqual(expect.objectContaining({ code: 'frames-meaningless', level: 'note', example: news }))
  },
)

test.each(some('okx'))('%s: books in an unusual form are read, and named', async (exchange) => {
  const { origin } = await faultyMarket(onTestFinished, {
    frame: (_path, text) => [isBooks(text) ? text.replace(/^\{/, '{"new":1,') : text],
  })
  const faults = await faultsUntil('frames-unusual', exchange, { origin, dataDir: ownFolder(onTestFinished) })
  expect(faults).toContainEqual(
    expect.objectContaining({ code: 'frames-unusual', example: expect.stringMatching(/^\{"new":1,/) }),
  )
  expect(faults.map(({ code }) => code)).not.toContain('frames-refused')
})

/** An entry of a list under another name and for another coin. */
const renamedEntry = (entry: unknown): unknown =>
  JSON.parse(
    JSON.stringify(entry).replace(/"(symbol|instId|wsname|altname|baseAsset|baseCcy|baseCoin|base|uly)":"/g, '$&Q'),
  )

/** A list with each entry once more, changed. */
function doubled(text: string, change: (entry: unknown) => unknown): string {
  const body = JSON.parse(text) as Record<string, unknown> & { result?: Record<string, unknown> }
  const places: readonly (readonly [Record<string, unknown> | undefined, string])[] = [
    [body, 'symbols'],
    [body, 'data'],
    [body, 'instruments'],
    [body.result, 'list'],
  ]
  const place = places.find(([holder, key]) => Array.isArray(holder?.[key]))
  if (place?.[0] !== undefined) {
    const [holder, key] = place
    const list = holder[key] as unknown[]
    holder[key] = [...list, ...list.map(change)]
  } else {
    const pairs = Object.entries(body.result ?? {})
    body.result = Object.fromEntries([...pairs, ...pairs.map(([id, entry]) => [`Q${id}`, change(entry)])])
  }
  return JSON.stringify(body)
}

const DOUBLES = [
  ['with the same names', (entry: unknown) => entry, /\d+ of \d+ names repeated/],
  ['with new names', renamedEntry, /trading instruments have no price/],
] as const
test.each(some('binance').flatMap((exchange) => DOUBLES.map((way) => [exchange, ...way] as const)))(
  '%s: a list twice as long, %s, is named',
  async (exchange, _way, change, evidence) => {
    const { origin } = await faultyMarket(onTestFinished, {
      body: (path, text) => (isList(path) ? doubled(text, change) : text),
    })
    const faults = await faultsUntil('list-size', exchange, { origin, dataDir: ownFolder(onTestFinished) })
    expect(faults).toContainEqual(
      expect.objectContaining({ code: 'list-size', level: 'fault', evidence: expect.stringMatching(evidence) }),
    )
    expect(verdictLines(faults, 'tr').join('\n')).toContain('Çift listesinin uzunluğu şüpheli')
  },
)

test.each(some('bybit'))('%s: a list that is twice as long as a moment ago is named', async (exchange) => {
  let isLong = false
  const { origin } = await faultyMarket(onTestFinished, {
    body: (path, text) => (isLong && isList(path) ? doubled(text, renamedEntry) : text),
  })
  const findings = await examined({
    ...{ exchanges: [exchange], origin, dataDir: ownFolder(onTestFinished) },
    tell: (line) => {
      isLong = line.startsWith('together')
    },
    isEnough: (market) => market.findings(exchange).lists.length > 0,
  })
  expect(findings.flatMap(faultsOf)).toContainEqual(
    expect.objectContaining({
      code: 'list-size',
      evidence: expect.stringMatching(/\d+ entries, \d+ before/),
    }),
  )
})

test.each(some('okx'))('%s: a book that falls silent is named', async (exchange) => {
  const { origin, simulator } = await faultyMarket(onTestFinished)
  const symbol = exchange === 'kraken' ? 'BTC/USD' : 'BTC/USDT'
  let isSilent = false
  const isEnough = (market: WatchedMarket) => {
    const { wanted, proven } = market.count()
    if (!isSilent && wanted > 0 && wanted === proven) {
      isSilent = true
      simulator.script({ kind: 'silent', exchange, symbol })
    }
    return isSilent && faultsSoFar(market, exchange).some(({ code }) => code === 'books-silent')
  }
  const wish = { origin, dataDir: ownFolder(onTestFinished), symbols: [symbol], isEnough }
  const faults = await faultsUntil('books-silent', exchange, wish)
  expect(faults.find(({ code }) => code === 'books-silent')?.evidence).toMatch(/BTC.?USD/)
  expect(verdictLines(faults, 'tr').join('\n')).toContain('Abone olunan emir defteri sessiz')
})

test.runIf(isFullRun).each(EXCHANGES)('%s: a subscription that brings nothing is named', async (exchange) => {
  const { origin, simulator } = await faultyMarket(onTestFinished)
  simulator.script({ kind: 'lose-subscription', exchange, symbol: 'ETH/USDT' })
  const wish = { origin, dataDir: ownFolder(onTestFinished), symbols: ['ETH/USDT', 'BTC/USDT'] }
  const isEnough = (market: WatchedMarket) => market.findings(exchange).subscriptions.unconfirmed > 0
  const faults = await faultsUntil('books-silent', exchange, { ...wish, isEnough })
  expect(faults.find(({ code }) => code === 'books-silent')?.evidence).toMatch(/ETH.?USDT/)
})

test('binance: a ban is named with its end, and obeyed', async () => {
  const { origin, simulator } = await faultyMarket(onTestFinished)
  simulator.script({ kind: '418', exchange: 'binance', retryAfterS: 600 })
  const faults = await faultsUntil('banned', 'binance', { origin, dataDir: ownFolder(onTestFinished) })
  expect(faults).toMatchObject([{ code: 'banned', evidence: expect.stringMatching(/^until \d{4}-/) }])
  const until = Date.parse(/^until (\S+?Z)/.exec(faults[0]?.evidence ?? '')?.[1] ?? '')
  expect((until - Date.now()) / 60_000).toBeGreaterThan(5)
  expect(simulator.counters.requestsWhileBanned).toBe(0)
  expect(verdictLines(faults, 'tr').join('\n')).toContain('Borsa bu adresi geçici olarak yasakladı')
})

// The other exchanges do not tell a ban from too many requests.
test.runIf(isFullRun).each(['okx', 'bybit', 'kraken'] as const)(
  '%s: a refusal for a while is named',
  async (exchange) => {
    const { origin, simulator } = await faultyMarket(onTestFinished)
    simulator.script({ kind: '429', exchange, retryAfterS: 600 })
    const isEnough = (market: WatchedMarket) => market.isRefused(exchange)
    const wish = { origin, dataDir: ownFolder(onTestFinished), isEnough }
    const faults = await faultsUntil('too-many-requests', exchange, wish)
    expect(faults).toMatchObject([{ code: 'too-many-requests', evidence: expect.stringMatching(/^until \d{4}-/) }])
    expect(verdictLines(faults, 'tr').join('\n')).toContain('Bu adresten çok fazla istek gitmiş')
  },
)

test('a ban that the server was told of is obeyed, and its folder stays as it was', async () => {
  const dataDir = ownFolder(onTestFinished)
  const until = Date.now() + 600_000
  banFile(dataDir, 'okx-simulated').write({ until, reason: 'banned' })
  const before = readdirSync(join(dataDir, 'bans'))
  const { origin, simulator } = await faultyMarket(onTestFinished)
  const faults = await faultsUntil('banned', 'okx', { origin, dataDir })
  expect(faults.map(({ code }) => code)).toEqual(['banned'])
  expect(simulator.counters.requests).toBe(0)
  expect(readdirSync(join(dataDir, 'bans'))).toEqual(before)
})
