import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { disturb } from './testing/disturb.ts'
import { plainLines, plainReplay } from './testing/plain-replay.ts'
import { recordMarket } from './testing/record-market.ts'
import { captureText } from './testing/recorded-places.ts'
import { parsed, replayed } from './testing/replay-text.ts'

describe('recordings of the simulated market', () => {
  afterEach(() => vi.useRealTimers())

  const FEES = [
    null,
    '{"kraken":"0.0005","binance":{"spot":"0.0002","perp":"0.001"},"okx":"0.0001"}',
    '{"okx":null,"bybit":"0.00035","binance":"0.0001"}',
    '{"binance":"0","okx":"0.00005","bybit":"0.0002","kraken":"0.0002"}',
  ]

  // Funding is settled in the middle of each, and intervals change.
  test.each(Array.from({ length: isLongRun ? 100 : 5 }, (_, at) => at + 1))(
    '[OPP-29] [OPP-31] [F19] seed %i: every line of every mode equals the plain reference',
    (seed) => {
      const faults = [
        { kind: 'crossed', rate: 0.002, seed } as const,
        { kind: 'locked', rate: 0.004, seed } as const,
        { kind: 'maintenance', exchange: 'kraken', status: 'cancel_only', at: 6_000, forMs: 1_500 } as const,
      ]
      vi.useFakeTimers({ toFake: ['Date'] })
      const { lines, coins } = recordMarket({ seed, coins: 2, seconds: 8, faults }, (ms) => vi.setSystemTime(ms))
      vi.useRealTimers()
      const told = disturb(lines, seed)
      const text = captureText(told, 'own')
      const fees = FEES[seed % FEES.length] ?? null
      const wanted = plainReplay(
        plainLines(text),
        (exchange, market, ticker) => coins.get(`${exchange} ${market} ${ticker}`) ?? null,
        JSON.parse(fees ?? '{}'),
      )
      const found = replayed({ file: text }, fees)
      expect(parsed(found.findings)).toEqual(wanted.findings)
      expect(parsed(found.books)).toEqual(wanted.books)
      expect(replayed({ file: captureText(told, 'loopback') }, fees)).toEqual(found)
    },
  )
})

/** The recordings lie beside the project or where CAPTURES_DIR says; they are no part of it. */
const CAPTURES = process.env.CAPTURES_DIR ?? join(import.meta.dirname, '../../../../../../shared/captures')

describe.skipIf(!existsSync(CAPTURES))('recorded messages of the exchanges', () => {
  const names = existsSync(CAPTURES) ? readdirSync(CAPTURES, { recursive: true, encoding: 'utf8' }) : []

  test.each(names.filter((name) => name.endsWith('.jsonl')))('%s gives the books of the plain reference', (name) => {
    const text = readFileSync(join(CAPTURES, name), 'utf8')
    expect(parsed(replayed({ file: text }).books)).toEqual(plainReplay(plainLines(text), () => null).books)
  })
})
