import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSignedBy, signedPayload, timingOf } from './binance/signature.ts'
import * as bybit from './bybit/signature.ts'
import * as futures from './kraken/futures/signature.ts'
import * as kraken from './kraken/signature.ts'
import * as okx from './okx/signature.ts'

// Vectors come from the exchanges' documents; where a document has a recipe and no result (OKX, Bybit), the result is
// openssl's over the document's own sample text.

describe('Binance', () => {
  const SPOT = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j'
  const FUTURES = '2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9'
  const rest = 'side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559'
  const encoded = '%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96'

  test.each([
    ['spot', SPOT, `symbol=LTCBTC&${rest}`, 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'],
    ['encoded', SPOT, `symbol=${encoded}&${rest}`, 'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3'],
    [
      'futures',
      FUTURES,
      'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943',
      '3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9',
    ],
  ])('the documented vector: %s', (_, secret, payload, signature) => {
    expect(isSignedBy(secret, payload, signature)).toBe(true)
    expect(isSignedBy(secret, payload, signature.toUpperCase())).toBe(true)
    expect(isSignedBy(secret, `${payload} `, signature)).toBe(false)
    expect(isSignedBy(`${secret}x`, payload, signature)).toBe(false)
  })

  test('the documented vector of a query directly followed by a body', () => {
    const query = 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC'
    const body = 'quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559'
    const signature = '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77'
    expect(isSignedBy(SPOT, signedPayload(query, `${body}&signature=${signature}`), signature)).toBe(true)
    expect(isSignedBy(SPOT, signedPayload(`${query}&signature=${signature}`, body), signature)).toBe(true)
  })

  test('a text that is not percent-encoded is refused, whatever its signature', () => {
    const payload = `symbol=１２３４５６&${rest}`
    for (const signature of ['', 'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3'])
      expect(isSignedBy(SPOT, payload, signature)).toBe(false)
  })

  const now = 1_700_000_000_000
  test.each([
    ['now', String(now), null, 'good'],
    ['the last millisecond of the window', String(now - 5_000), null, 'good'],
    ['one more', String(now - 5_001), null, 'late'],
    ['a longer window', String(now - 59_999), '60000', 'good'],
    ['a window with decimals', String(now - 6_000), '6000.346', 'good'],
    ['a window that is too long', String(now), '60001', 'window-too-long'],
    ['just not ahead', String(now + 999), null, 'good'],
    ['ahead', String(now + 1_000), null, 'ahead'],
    ['microseconds', `${now}123`, null, 'good'],
    ['late microseconds', `${now - 5_002}000`, null, 'late'],
    ['seconds', '1700000000', null, 'late'],
    ['no number', '17e11', null, 'malformed'],
    ['negative', '-1', null, 'malformed'],
    ['a window that is none', String(now), 'abc', 'malformed'],
  ])('the time of a call: %s', (_, timestamp, recvWindow, timing) => {
    expect(timingOf(timestamp, recvWindow, now)).toBe(timing)
  })
})

describe('OKX', () => {
  const SECRET = '22582BD0CFF14C41EDBF1AB98506286D'
  const AT = '2020-12-08T09:08:57.715Z'

  test('the documented text, its query as part of the path', () => {
    const sign = 'HiZhvSfMtWJA3uUIVXV3a/bSXNPCWvYFXoGCVS8V4zY='
    expect(okx.signatureOf(SECRET, AT, 'GET', '/api/v5/account/balance?ccy=BTC', '')).toBe(sign)
    expect(okx.signatureOf(SECRET, AT, 'GET', '/api/v5/account/balance', 'ccy=BTC')).not.toBe(sign)
  })

  test.each([
    ['2020-12-08T09:08:57.715Z', 1_607_418_537_715],
    ['2020-12-08T09:08:57Z', 1_607_418_537_000],
    ['1607418537.715', 1_607_418_537_715],
    ['1607418537715', null],
    ['2020-12-08T09:08:57.715', null],
    ['2020-12-08T09:08:57.715+03:00', null],
    ['2020-13-08T09:08:57.715Z', null],
    ['', null],
  ])('the time %j', (text, ms) => expect(okx.timeOf(text)).toBe(ms))

  test.each([
    [30_000, true],
    [30_001, false],
    [-30_000, true],
    [-30_001, false],
  ])('a call of %d ms ago', (ago, isTimely) => expect(okx.isTimely(1e12 - ago, 1e12)).toBe(isTimely))
})

describe('Bybit', () => {
  const sent = { timestamp: '1658384314791', apiKey: 'XXXXXXXXXX', recvWindow: '5000' }

  test('the documented text, in its order', () => {
    const query = 'category=option&symbol=BTC-29JUL22-25000-C'
    const sign = 'c00720f96c5934ca7057ac28ae65b823f83b8b67a8fe784e7795ca0fa3c148ec'
    expect(bybit.signatureOf('XXXXXXXXXX', sent, query)).toBe(sign)
    expect(bybit.signatureOf('XXXXXXXXXX', { ...sent, recvWindow: '' }, query)).not.toBe(sign)
  })

  const now = 1_658_384_314_791
  test.each([
    [now - 5_000, '5000', true],
    [now - 5_001, '5000', false],
    [now - 5_000, '', true],
    [now - 5_001, '', false],
    [now + 999, '5000', true],
    [now + 1_000, '5000', false],
    ['x', '5000', null],
    [now, 'x', null],
  ])('sent at %s with a window of %j', (timestamp, recvWindow, isTimely) => {
    expect(bybit.isTimely({ ...sent, timestamp: String(timestamp), recvWindow }, now)).toBe(isTimely)
  })
})

describe('Kraken', () => {
  test('the documented vector', () => {
    const secret = 'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg=='
    const body = 'nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25'
    expect(kraken.signatureOf(secret, '/0/private/AddOrder', '1616492376594', body)).toBe(
      '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==',
    )
  })

  test('the documented vector of the derivatives: a challenge is signed as the text of a call', () => {
    const secret = '7zxMEF5p/Z8l2p2U7Ghv6x14Af+Fx+92tPgUdVQ748FOIrEoT9bgT+bTRfXc5pz8na+hL/QdrCVG7bh9KpT0eMTm'
    expect(futures.signatureOf(secret, 'c100b894-1729-464d-ace1-52dbce11db42')).toBe(
      '4JEpF3ix66GA2B+ooK128Ift4XQVtc137N9yeg4Kqsn9PI0Kpzbysl9M1IeCEdjg0zl00wkVqcsnG4bmnlMb3A==',
    )
    expect(futures.signedText('a=1', '7', '/derivatives/api/v3/accounts')).toBe('a=17/api/v3/accounts')
    expect(futures.signedText('', '', '/api/auth/v1/api-keys/v3/check')).toBe('/api/auth/v1/api-keys/v3/check')
  })

  test('nonces are whole numbers of 64 bits', () => {
    expect(kraken.nonceOf('18446744073709551615')).toBe(2n ** 64n - 1n)
    for (const text of ['18446744073709551616', '', '-1', '1.5', '1e9', '0x1', ' 1'])
      expect(kraken.nonceOf(text)).toBeNull()
  })
})

test('a signature fits only its own text and secret, not a text or secret with another character', () => {
  const other = (text: string, at: number) => {
    const i = at % text.length
    return `${text.slice(0, i)}${text[i] === 'a' ? 'b' : 'a'}${text.slice(i + 1)}`
  }
  const ascii = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme-ascii' })
  fc.assert(
    fc.property(ascii, ascii, fc.nat(), (secret, text, at) => {
      const changed = other(text, at)
      const sent = { timestamp: '1', apiKey: 'k', recvWindow: '' }
      const signers = [
        (one: string) => okx.signatureOf(secret, '', '', one, ''),
        (one: string) => bybit.signatureOf(secret, sent, one),
        (one: string) => kraken.signatureOf('c2VjcmV0', '/0/private/X', '1', one),
        (one: string) => futures.signatureOf('c2VjcmV0', one),
      ]
      for (const sign of signers) {
        expect(sign(text)).toBe(sign(text))
        expect(sign(text)).not.toBe(sign(changed))
      }
    }),
    { seed: 41, numRuns: 100 },
  )
})
