import { describe, expect, test } from 'vitest'
import { parseRecording } from './recording.ts'
import { parsed, replayed } from './testing/replay-text.ts'
import { BYBIT, bybit, GAP, line, lists, OKX, okx } from './testing/small-recordings.ts'

type Line = {
  t: number
  event: string
  reason?: string
  row: Record<string, unknown>
  evidence: Record<string, unknown>
}
const run = (text: string, fees: string | null = null) => parsed(replayed({ a: text }, fees).findings) as Line[]
const books = (text: string) => parsed(replayed({ a: text }).books) as Record<string, unknown>[]
const story = (text: string, fees: string | null = null) =>
  run(text, fees).map(({ t, event, reason }) => [t, event, ...(reason === undefined ? [] : [reason])].join(' '))

describe('events', () => {
  test('[OPP-29] opens at the first positive evaluation and ends with the input', () => {
    const [opened, end] = run(GAP)
    expect(opened).toMatchObject({
      t: 1_000,
      event: 'opened',
      row: { id: 'spot.SOL-USDT.okx.bybit', source: 'replay' },
    })
    expect(opened?.evidence).toMatchObject({ size: '10', gross: '10', slippage: '0', fees: '2.01', net: '7.99' })
    expect(end).toEqual({
      ...opened,
      event: 'closed',
      reason: 'end',
      row: { ...opened?.row, state: 'CLOSED', updated_at: '1970-01-01T00:00:01.000Z' },
    })
  })

  test('changes only when something differs, and closes at the first negative evaluation', () => {
    const text =
      GAP +
      okx(1_100, [['98', '4']], [], 11, 10) +
      okx(1_200, [], [['100', '9']], 12, 11) +
      okx(1_300, [], [['100', '0']], 13, 12)
    expect(story(text)).toEqual(['1000 opened', '1200 changed', '1300 closed negative'])
  })

  test.each([
    ['stale', line(3_001, 'wss://nobody.example/', ''), 3_001],
    ['stale', line(3_001, OKX, 'ping', 'out'), 3_001],
    ['gap', okx(1_500, [], [['100', '9']], 30, 29), 1_500],
    ['checksum', okx(1_500, [], [['100', '9']], 11, 10).replace('\\"checksum\\":0', '\\"checksum\\":7'), 1_500],
    ['crossed', okx(1_500, [['100.5', '1']], [], 11, 10), 1_500],
    ['down', line(1_500, OKX, '{"event":"unsubscribe","arg":{"channel":"books","instId":"SOL-USDT"}}'), 1_500],
    ['refused', line(1_500, OKX, '{"arg":{"channel":"books","instId":"SOL-USDT"},"action":"upd'), 1_500],
    ['quarantine', okx(1_500, [['99', '0']], [['96', '1']], 11, 10), 1_500],
  ])('closes with %s', (reason, last, t) => {
    expect(story(GAP + last)).toEqual(['1000 opened', `${t} closed ${reason}`])
  })

  test('a crossed leg is named before a gap that is no more', () => {
    const both = bybit(
      1_200,
      'delta',
      [
        ['101', '0'],
        ['98.5', '1'],
      ],
      [['98', '1']],
      6,
    )
    expect(story(GAP + both)).toEqual(['1000 opened', '1200 closed crossed'])
    const none = bybit(
      1_200,
      'delta',
      [
        ['101', '0'],
        ['98.5', '1'],
      ],
      [],
      6,
    )
    expect(story(GAP + none)).toEqual(['1000 opened', '1200 closed negative'])
  })

  test('two seconds are fresh, and a later opening has the same id', () => {
    const text =
      GAP +
      line(3_000, 'x:', '') +
      line(3_001, 'x:', '') +
      okx(3_002, [], [], 10, 10) +
      bybit(3_003, 'delta', [], [], 6)
    expect(story(text)).toEqual(['1000 opened', '3001 closed stale', '3003 opened', '3003 closed end'])
    expect(new Set(run(text).map(({ row }) => row.id)).size).toBe(1)
  })

  test('exactly 5 % is believed, more is not', () => {
    const at = (ask: string) => lists(1) + okx(1, [], [[ask, '1']], 1) + bybit(1, 'snapshot', [['105', '1']], [], 5)
    expect(story(at('100'))).toEqual(['1 opened', '1 closed end'])
    expect(story(at('99.99'))).toEqual([])
  })
})

describe('no more than an exchange takes as one order is a row', () => {
  const sizeWith = (rules: object) => {
    const [opened] = run(lists(1_000, 'live', rules) + GAP.split('\n').slice(2).join('\n'))
    return [opened?.row.size, opened?.evidence.order_limited]
  }
  test.each([
    [{}, [10, false]],
    [{ maxLmtSz: '3.5' }, [3.5, true]],
    [{ maxMktSz: '250' }, [2.5, true]],
  ] as const)('OKX states %j', (rules, expected) => {
    expect(sizeWith(rules)).toEqual(expected)
  })
})

describe('input', () => {
  test('lists at the end hold from the first line, and the last one wins', () => {
    const late = GAP.split('\n').slice(2).join('\n') + lists(1_050)
    expect(story(late)).toEqual(['1000 opened', '1050 closed end'])
    expect(story(late + lists(1_060, 'suspend'))).toEqual([])
    expect(books(late + lists(1_060, 'suspend')).map(({ state }) => state)).toEqual(['LIVE', 'HALTED'])
    expect(story(lists(900, 'suspend') + late)).toEqual(['1000 opened', '1050 closed end'])
  })

  test('a missing or smaller time takes the largest so far', () => {
    const text = GAP + okx(null, [], [['100', '9']], 11, 10) + okx(400, [], [['100', '8']], 12, 11)
    expect(story(text)).toEqual(['1000 opened', '1000 changed', '1000 changed', '1000 closed end'])
    expect(story(okx(null, [], [['100', '1']], 1) + lists(null))).toEqual([])
  })

  test('the order of the files does not matter, their times and paths do', () => {
    const b = okx(1_000, [], [['100', '9']], 11, 10)
    const c = okx(1_000, [], [['100', '8']], 12, 11)
    const one = replayed({ a: GAP, b, c })
    expect(replayed({ c, a: GAP, b })).toEqual(one)
    expect(one.findings.map((text) => JSON.parse(text).event)).toEqual(['opened', 'changed', 'changed', 'closed'])
    expect(parsed(replayed({ a: GAP, c: b, b: c }).findings)).toHaveLength(2)
  })

  test.each(['nonsense', '[]', 'null', '{"t":1}', '{"t":1,"msg":{}}', '', '7'])(
    'a line %j is refused with file and line',
    (text) => {
      expect(() => parseRecording('some.jsonl', `${line(1, OKX, 'pong')}${text}\n${line(2, OKX, 'pong')}`)).toThrow(
        /^some\.jsonl:2: /,
      )
    },
  )

  test('an empty recording prints nothing', () => {
    expect(replayed({ a: '' })).toEqual({ findings: [], books: [] })
    expect(replayed({})).toEqual({ findings: [], books: [] })
  })

  test('only the registrable domains count', () => {
    for (const url of [
      'wss://ws.notokx.com/ws/v5/public',
      'wss://okx.com.example/ws/v5/public',
      'wss://ws.okx.eu/ws/v5/public',
      'no url',
    ]) {
      expect(books(okx(1, [['1', '1']], [], 1).replace(OKX, url))).toEqual([])
    }
    for (const url of [
      'wss://okx.com/ws/v5/public',
      'wss://ws.okex.com:1/ws/v5/public',
      'ws://127.0.0.1:9/okx/ws/v5/public',
    ]) {
      expect(books(okx(1, [['1', '1']], [], 1).replace(OKX, url))).toHaveLength(1)
    }
    const depth = '{"lastUpdateId":5,"bids":[["1","2"]],"asks":[]}'
    expect(books(line(1, 'https://data-api.binance.vision/api/v3/depth?symbol=SOLUSDT', depth))).toEqual([])
    expect(books(line(1, 'https://api1.binance.com/api/v3/depth?symbol=SOLUSDT', depth))).toMatchObject([
      { market: 'spot', frames: 1 },
    ])
    expect(books(line(1, 'https://fapi.binance.com/fapi/v1/depth?symbol=SOLUSDT', depth))).toMatchObject([
      { market: 'perp' },
    ])
  })

  test('fees replace the fees of the exchanges that they name, and null is unknown', () => {
    expect(run(GAP, '{"okx":"0","bybit":{"spot":"0.002","perp":"0.5"}}')[0]?.evidence).toMatchObject({ fees: '2.02' })
    expect(run(GAP, '{"okx":"0"}')[0]?.evidence).toMatchObject({ fees: '1.01' })
    expect(run(GAP, '{"okx":null}')).toEqual([])
  })
})

describe('books', () => {
  test('the deepest channel makes the book, shallower channels change nothing', () => {
    const shallow = bybit(1_100, 'snapshot', [['1', '1']], [['2', '1']], 9, 1)
    expect(books(GAP + shallow)).toEqual(books(GAP))
    expect(replayed({ a: GAP + shallow }).findings.slice(0, 1)).toEqual(replayed({ a: GAP }).findings.slice(0, 1))
  })

  test('[F5] [F14] counts losses, and a malformed frame of a known instrument loses its book', () => {
    const broken = line(1_100, BYBIT, '{"topic":"orderbook.50.SOLUSDT","type":"delta"')
    expect(books(GAP + broken)[0]).toMatchObject({
      frames: 1,
      gaps: 0,
      resyncs: 0,
      state: 'RESYNC',
      bids: [],
      asks: [],
    })
    const back = bybit(1_200, 'snapshot', [['101', '10']], [], 7)
    expect(books(GAP + broken + back)[0]).toMatchObject({ frames: 2, resyncs: 1, state: 'LIVE' })
    const gap = bybit(1_100, 'delta', [], [], 8) + bybit(1_150, 'delta', [], [], 12)
    expect(books(GAP + gap)[0]).toMatchObject({ frames: 3, gaps: 1, state: 'RESYNC' })
    expect(books(GAP + line(1_100, BYBIT, '{"topic":"orderbook.50.ABCUSDT"'))).toEqual(books(GAP))
  })

  test('unsubscribed and not yet begun books are down, a delisted one is gone', () => {
    const out = line(1_100, BYBIT, '{"op":"unsubscribe","args":["orderbook.50.SOLUSDT"],"req_id":"4"}', 'out')
    const ack = line(1_100, BYBIT, '{"op":"unsubscribe","success":true,"req_id":"4"}')
    expect(books(GAP + out + ack)[0]).toMatchObject({ state: 'DOWN', gaps: 0 })
    expect(books(bybit(1, 'delta', [['1', '1']], [], 4))[0]).toMatchObject({ frames: 1, state: 'DOWN', bids: [] })
    expect(books(GAP + bybit(1_100, 'snapshot', [], [], 1))[0]).toMatchObject({ state: 'GONE' })
    const diff = { e: 'depthUpdate', E: 1, s: 'SOLUSDT', U: 20, u: 21, b: [], a: [] }
    const early =
      line(1, 'wss://stream.binance.com/ws/solusdt@depth', JSON.stringify(diff)) +
      line(2, 'https://api.binance.com/api/v3/depth?symbol=SOLUSDT', '{"lastUpdateId":5,"bids":[["1","2"]],"asks":[]}')
    expect(books(early)[0]).toMatchObject({ frames: 2, gaps: 0, state: 'DOWN' })
  })

  test('[F17] an exchange that does not trade halts its books, also books that come later', () => {
    const status = line(
      1,
      'wss://ws.kraken.com/v2',
      '{"channel":"status","type":"update","data":[{"system":"maintenance"}]}',
    )
    const data = [{ symbol: 'SOL/USD', bids: [], asks: [], checksum: 0, timestamp: '2026-08-01T02:53:53.184216Z' }]
    const snapshot = line(2, 'wss://ws.kraken.com/v2', JSON.stringify({ channel: 'book', type: 'snapshot', data }))
    expect(books(status + snapshot)[0]).toMatchObject({ checksums_ok: 1, state: 'HALTED', bids: [] })
  })

  test('swaps count in coins where the list says how many, inverse swaps in contracts', () => {
    const swap = (name: string) => okx(1, [['5', '3']], [], 1).replaceAll('SOL-USDT', name)
    const list = {
      code: '0',
      data: [
        {
          instType: 'SWAP',
          instId: 'SOL-USDT-SWAP',
          uly: 'SOL-USDT',
          ctVal: '0.1',
          ctMult: '1',
          lotSz: '1',
          state: 'live',
        },
      ],
    }
    const listed = line(2, 'https://www.okx.com/api/v5/public/instruments?instType=SWAP', JSON.stringify(list))
    expect(books(swap('SOL-USDT-SWAP'))[0]).toMatchObject({ market: 'perp', unit: 'contracts', bids: [['5', '3']] })
    expect(books(swap('SOL-USDT-SWAP') + listed)[0]).not.toHaveProperty('unit')
    expect(books(swap('SOL-USDT-SWAP') + listed)[0]).toMatchObject({ bids: [['5', '0.3']] })
    expect(books(swap('SOL-USD-SWAP') + listed)[0]).toMatchObject({ unit: 'contracts', bids: [['5', '3']] })
    const inverse = bybit(1, 'snapshot', [['5', '3']], [], 4)
      .replace('/spot', '/inverse')
      .replaceAll('SOLUSDT', 'SOLUSD')
    expect(books(inverse)[0]).toMatchObject({ market: 'perp', symbol: 'SOLUSD', unit: 'contracts', bids: [['5', '3']] })
  })

  test('dated futures and Kraken’s first WebSocket give no line', () => {
    expect(books(okx(1, [['5', '3']], [], 1).replaceAll('SOL-USDT', 'SOL-USDT-260925'))).toEqual([])
    expect(
      books(
        bybit(1, 'snapshot', [['5', '3']], [], 4)
          .replace('/spot', '/linear')
          .replaceAll('SOLUSDT', 'SOLUSDT-25DEC26'),
      ),
    ).toEqual([])
    expect(books(line(1, 'wss://ws.kraken.com', '[1,{"as":[],"bs":[]},"book-10","SOL/USD"]'))).toEqual([])
  })
})
