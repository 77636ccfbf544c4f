import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { plainLines, plainReplay } from './testing/plain-replay.ts'
import { captureText, disturb, recordMarket } from './testing/record-market.ts'
import { parsed, replayed } from './testing/replay-text.ts'

describe('recordings of the simulated market', () => {
  beforeAll(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => vi.useRealTimers())

  const FEES = [
    null,
    '{"kraken":"0.0005","binance":{"spot":"0.0002","perp":"0.001"},"okx":"0.0001"}',
    '{"okx":null,"bybit":"0.00035","binance":"0.0001"}',
    '{"binance":"0","okx":"0.00005","bybit":"0.0002","kraken":"0.0002"}',
  ]

  test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    '[OPP-29] seed %i: every line equals the plain reference',
    (seed) => {
      const faults = [
        { kind: 'crossed', rate: 0.002, seed } as const,
        { kind: 'locked', rate: 0.004, seed } as const,
        { kind: 'maintenance', exchange: 'kraken', status: 'cancel_only', at: 9_000, forMs: 2_000 } as const,
      ]
      const { lines, coins } = recordMarket({ seed, coins: 5, seconds: 11, faults }, (ms) => vi.setSystemTime(ms))
      const told = disturb(lines, seed)
      const text = captureText(told, 'own')
      const fees = FEES[seed % FEES.length] ?? null
      const wanted = plainReplay(
        plainLines(text),
        (exchange, ticker) => coins.get(`${exchange} ${ticker}`) ?? null,
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
