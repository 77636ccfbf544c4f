import type { BookSlot } from '@makas/domain'
import { expect, test } from 'vitest'
import type { FeedStatus } from '../ports/market/book-feed.ts'
import { feedStatus, stubRun } from './testing/stub-run.ts'

const BEGUN = 1_000_000
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** A run of one exchange with two books whose clock the test moves; frames come each second unless it is silent. */
function watched() {
  const told: { facts: Partial<FeedStatus>; isSilent: boolean } = { facts: {}, isSilent: false }
  const okx = { status: () => feedStatus('okx', told.facts), confirm: () => undefined }
  const { run, list, logged } = stubRun({ okx, bybit: { confirm: () => undefined } })
  list('bybit', 'SOL', 'ADA')
  list('okx', 'SOL', 'ADA')
  let now = BEGUN
  const snapshot = (slot: BookSlot) => {
    slot.beginSnapshot()
    slot.applied('snapshot', now, now, 1)
  }
  const pass = (ms: number, each: () => void = () => undefined) => {
    for (const end = now + ms; now < end; ) {
      now += SECOND_MS
      each()
      for (const slot of run.engine.slots) if (!(told.isSilent && slot.exchange === 'okx')) snapshot(slot)
      run.tick(now)
    }
  }
  const books = run.engine.slots.filter(({ exchange }) => exchange === 'okx')
  const alarms = () => logged.splice(0).map(({ level, event, data }) => ({ level, event, ...data }))
  return { told, pass, books, alarms }
}

test('a feed that is not live for 30 s is an alarm, and again each five minutes for as long', () => {
  const { told, pass, alarms } = watched()
  pass(MINUTE_MS)
  told.facts = { state: 'down', reason: 'dns' }
  pass(30 * SECOND_MS)
  expect(alarms()).toEqual([])
  pass(SECOND_MS)
  const alarm = { level: 'error', event: 'feed.not-live', exchange: 'okx', state: 'down', reason: 'dns', alarm: true }
  expect(alarms()).toEqual([{ ...alarm, forMs: 30 * SECOND_MS }])
  pass(10 * MINUTE_MS)
  expect(alarms()).toMatchObject([alarm, alarm])
  told.facts = {}
  pass(10 * MINUTE_MS)
  expect(alarms()).toEqual([])
})

test('connections that are open and bring nothing are an alarm too', () => {
  const { told, pass, alarms } = watched()
  pass(MINUTE_MS)
  told.isSilent = true
  pass(2 * MINUTE_MS)
  expect(alarms()).toMatchObject([
    { event: 'feed.not-live', exchange: 'okx', state: 'live', reason: null, alarm: true },
  ])
})

test.for<[string, Partial<FeedStatus>]>([
  ['announced maintenance', { state: 'maintenance', reason: 'maintenance' }],
  ['a region that the exchange does not serve', { state: 'down', reason: 'region-refused' }],
])('%s is no alarm', ([, facts]) => {
  const { told, pass, alarms } = watched()
  told.facts = facts
  told.isSilent = true
  pass(10 * MINUTE_MS)
  expect(alarms()).toEqual([])
})

test('neither a start within 30 s nor a feed of which no book is wanted is an alarm', () => {
  const { told, pass, books, alarms } = watched()
  told.facts = { state: 'connecting' }
  pass(29 * SECOND_MS)
  told.facts = {}
  pass(MINUTE_MS)
  for (const slot of books) slot.isWanted = false
  told.facts = { state: 'connecting' }
  pass(MINUTE_MS)
  expect(alarms()).toEqual([])
})

test('books that are resynced twice within a minute are an alarm, named once in five minutes', () => {
  const { pass, books, alarms } = watched()
  const lose = (lost: readonly BookSlot[]) => () => {
    for (const slot of lost) slot.lose('gap')
  }
  pass(SECOND_MS)
  pass(SECOND_MS, lose(books))
  pass(MINUTE_MS)
  pass(SECOND_MS, lose(books))
  expect(alarms()).toEqual([])
  pass(30 * SECOND_MS)
  pass(SECOND_MS, lose(books.slice(0, 1)))
  const alarm = { level: 'error', event: 'feed.resyncs-often', exchange: 'okx', books: 1, alarm: true }
  expect(alarms()).toEqual([{ ...alarm, symbols: [books[0]?.symbol] }])
  pass(SECOND_MS, lose(books))
  expect(alarms()).toEqual([{ ...alarm, symbols: [books[1]?.symbol] }])
  pass(4 * MINUTE_MS, lose(books))
  expect(alarms()).toEqual([])
  pass(MINUTE_MS, lose(books))
  expect(alarms()).toMatchObject([{ books: 1 }, { books: 1 }])
})
