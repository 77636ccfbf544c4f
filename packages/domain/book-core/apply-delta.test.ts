import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  applyDelta,
  BID_LIST,
  closeBook,
  closeSymbolTable,
  constant,
  openBook,
  openSymbolTable,
  renew,
  setLevels,
} from '../src/book/core.ts'
import { type FrameShape, frameShape, type ShapeStep } from '../src/book/frame-shape.ts'
import { nextRhythm } from '../src/book/freshness.ts'
import { doubleAt, fillList, loadText, registerName, setDouble, setWord, wordAt } from './testing/core-memory.ts'

const HOST = 7
const READ = constant('IS_READ') | (HOST << constant('HOST_BITS'))
const MOVED = READ | constant('TOP_MOVED')
const CROSSED = MOVED | constant('IS_CROSSED')
const MISMATCH = READ | constant('CHECKSUM_MISMATCH')

const levels = (side: 'bids' | 'asks'): ShapeStep => ({
  step: 'levels',
  side,
  form: { kind: 'texts', keeps: true, ignored: 0 },
})
const numbers = ['first', 'last', 'previous', 'checksum', 'time'] as const
/** Steps of a shape: a name, five numbers (`-` for an absent one) and the levels of both sides. */
const steps: ShapeStep[] = [
  { step: 'name', quotes: 0 },
  { step: 'text', text: '"' },
  ...numbers.flatMap((field): ShapeStep[] => [
    { step: 'text', text: ',' },
    { step: 'maybe', text: '+', with: 1 },
    { step: 'signed', field },
  ]),
  { step: 'text', text: ',' },
  levels('bids'),
  { step: 'text', text: ',' },
  levels('asks'),
]

type Numbers = Partial<Record<(typeof numbers)[number], number>>
type Sent = Numbers & { readonly bids?: string; readonly asks?: string; readonly end?: string }

const frameOf = (name: string, { bids = '[]', asks = '[]', end = '', ...given }: Sent) =>
  `${name}"${numbers.map((field) => (given[field] === undefined ? ',' : `,+${given[field]}`)).join('')},${bids},${asks}${end}`

/** A proven book of one bid at 100 and one ask at 110, with the sequence number 50, received at 1,000 ms. */
function withBook(act: (read: (shape: FrameShape, sent: Sent, now?: number) => number, book: number) => void): void {
  const symbols = openSymbolTable()
  const book = openBook(1)
  renew()
  setWord(book, 'IS_SOUND', 1)
  setWord(book, 'IS_SYNCHRONISED', 1)
  setWord(book, 'DEPTH', 400)
  setDouble(book, 'SEQ', 50)
  setDouble(book, 'HEARD_AT', 1_000)
  setLevels(book + constant('BIDS'), BID_LIST, fillList(BID_LIST, [[100, 1]]))
  setLevels(book + constant('ASKS'), BID_LIST, fillList(BID_LIST, [[110, 1]]))
  renew()
  registerName(symbols, 'BOOK', book, HOST)
  act((shape, sent, now = 2_000) => {
    const result = applyDelta(shape.address, symbols, loadText(frameOf('BOOK', sent)), now)
    renew()
    return result
  }, book)
  closeBook(book)
  closeSymbolTable(symbols)
}

const usual: Sent = { time: 5, bids: '[["99","1"]]' }

describe('which change follows on the sequence number 50', () => {
  test.each([
    ['first-is-next', { first: 51, last: 51 }, true],
    ['first-is-next', { first: 51, last: 60 }, true],
    ['first-is-next', { first: 52, last: 60 }, false],
    ['first-is-next', { first: 50, last: 60 }, false],
    ['first-is-next', { first: 51, last: 50 }, false],
    ['first-is-next', {}, false],
    ['previous-is-last', { previous: 50, last: 51 }, true],
    ['previous-is-last', { previous: 50, last: 50 }, true],
    ['previous-is-last', { previous: 49, last: 51 }, false],
    ['previous-is-last', {}, false],
    ['last-is-next', { last: 51 }, true],
    ['last-is-next', { last: 50 }, false],
    ['last-is-next', { last: 52 }, false],
    ['synchronised-by-previous', { previous: 50, first: 51, last: 53 }, true],
    ['synchronised-by-previous', { previous: 49, first: 51, last: 53 }, false],
    ['synchronised-by-previous', { previous: 50, first: 54, last: 53 }, false],
    ['synchronised-by-previous', { previous: 50, first: 40, last: 50 }, false],
    ['by-checksum', {}, true],
  ] as const)('%s: %o %s', (rule, ids, does) => {
    withBook((read, book) => {
      expect(read(frameShape(rule, null, steps), { ...usual, ...ids })).toBe(does ? READ : 0)
      expect([wordAt(book, 'FRAMES'), wordAt(book, 'APPLICATIONS')]).toEqual(does ? [1, 1] : [0, 0])
      expect(doubleAt(book + constant('BIDS'), 'COUNT')).toBe(does ? 2 : 1)
    })
  })

  test('a book that is not synchronised yet is left to the host', () => {
    withBook((read, book) => {
      setWord(book, 'IS_SYNCHRONISED', 0)
      const shape = frameShape('synchronised-by-previous', null, steps)
      expect(read(shape, { ...usual, previous: 50, first: 51, last: 53 })).toBe(0)
    })
  })

  test('where only the previous id says what follows, an empty change follows nothing', () => {
    withBook((read) => {
      expect(read(frameShape('previous-is-last', null, steps), { time: 5, previous: 50, last: 50 })).toBe(0)
    })
  })
})

const bySequence = frameShape('last-is-next', null, steps)

describe('a change that follows', () => {
  test('is noted with all its facts', () => {
    withBook((read, book) => {
      setDouble(book, 'RHYTHM', 800)
      expect(read(bySequence, { ...usual, last: 51, time: 1_234 }, 1_300)).toBe(READ)
      expect([doubleAt(book, 'SEQ'), doubleAt(book, 'EVENT_TIME')]).toEqual([51, 1_234])
      expect([doubleAt(book, 'RECEIVED_AT'), doubleAt(book, 'HEARD_AT')]).toEqual([1_300, 1_300])
      expect(wordAt(book, 'VERSION')).toBe(1)
    })
  })

  test.each([0, 1, 40, 2_000, 9_999, 10_000, 10_001, -5])('after %i ms has the rhythm of freshness.ts', (gap) => {
    withBook((read, book) => {
      setDouble(book, 'RHYTHM', 1_237)
      expect(read(bySequence, { ...usual, last: 51 }, 1_000 + gap)).toBe(READ)
      expect(doubleAt(book, 'RHYTHM')).toBe(nextRhythm(1_237, gap))
    })
  })

  test.each([
    ['behind the best', { bids: '[["99","1"]]' }, READ],
    ['another size of the best', { bids: '[["100","2"]]' }, READ],
    ['a better bid', { bids: '[["101","2"]]' }, MOVED],
    ['the best bid is gone', { bids: '[["100","0"]]' }, MOVED],
    ['a better ask', { asks: '[["109","2"]]' }, MOVED],
    ['a bid above the best ask', { bids: '[["111","2"]]' }, CROSSED],
    ['a bid at the best ask', { bids: '[["110","2"]]' }, MOVED],
  ])('says whether a best price moved: %s', (_, sent, expected) => {
    withBook((read) => expect(read(bySequence, { time: 5, last: 51, ...sent })).toBe(expected))
  })

  test('leaves no more levels than the subscribed depth', () => {
    withBook((read, book) => {
      setWord(book, 'DEPTH', 2)
      const bids = book + constant('BIDS')
      expect(read(bySequence, { time: 5, last: 51, bids: '[["99","1"],["98","1"],["97","1"]]' })).toBe(READ)
      expect(doubleAt(bids, 'COUNT')).toBe(2)
    })
  })
})

describe('what is left to the host changes nothing', () => {
  const follows: Sent = { ...usual, last: 51 }

  test.each([
    ['a byte behind the end', { ...follows, end: ' ' }],
    ['no time', { last: 51, bids: '[["99","1"]]' }],
    ['a time in microseconds', { ...follows, time: 1_700_000_000_000_000 }],
    ['a number with more decimals than the book', { ...follows, bids: '[["99","1.5"]]' }],
    ['a price of zero', { ...follows, bids: '[["99","1"],["0","1"]]' }],
    ['a list without its end', { ...follows, asks: '[["99","1"]' }],
  ])('%s', (_, sent) => {
    withBook((read, book) => {
      expect(read(bySequence, sent)).toBe(0)
      expect([wordAt(book, 'FRAMES'), wordAt(book, 'VERSION'), doubleAt(book, 'SEQ')]).toEqual([0, 0, 50])
      expect(doubleAt(book + constant('BIDS'), 'COUNT')).toBe(1)
    })
  })

  test('a book in doubt', () => {
    withBook((read, book) => {
      setWord(book, 'IS_SOUND', 0)
      expect(read(bySequence, follows)).toBe(0)
    })
  })

  test('every beginning of a frame that would follow', () => {
    withBook((read, book) => {
      const whole = frameOf('BOOK', follows)
      for (let length = 0; length < whole.length; length++) {
        const symbols = openSymbolTable()
        registerName(symbols, 'BOOK', book, HOST)
        expect(applyDelta(bySequence.address, symbols, loadText(whole.slice(0, length)), 1)).toBe(0)
        closeSymbolTable(symbols)
      }
      expect(read(bySequence, follows)).toBe(READ)
    })
  })
})

describe('a checksum', () => {
  const signed = (text: string) => crc32(text) | 0

  test('over pairs counts where it is right, is a mismatch where it is wrong, and is not checked where it is zero', () => {
    const shape = frameShape('by-checksum', { over: 'pairs', start: -258_633_757, covered: 25 }, steps)
    withBook((read, book) => {
      expect(read(shape, { ...usual, checksum: signed('100:1:110:1:99:1') })).toBe(READ)
      expect(wordAt(book, 'CHECKSUM_MATCHES')).toBe(1)
      expect(read(shape, { ...usual, checksum: 0 })).toBe(READ)
      expect(read(shape, { ...usual })).toBe(READ)
      expect(wordAt(book, 'CHECKSUM_MATCHES')).toBe(1)
      expect(read(shape, { ...usual, checksum: 12_345 })).toBe(MISMATCH)
      expect(wordAt(book, 'APPLICATIONS')).toBe(3)
    })
  })

  test('over the digits of ten levels is required', () => {
    const shape = frameShape('by-checksum', { over: 'digits', start: -1, covered: 10 }, steps)
    withBook((read) => {
      expect(read(shape, { ...usual, checksum: crc32('11011001991') })).toBe(READ)
      expect(read(shape, usual)).toBe(0)
      expect(read(shape, { ...usual, checksum: 4_294_967_296 })).toBe(0)
      expect(read(shape, { ...usual, checksum: 1 })).toBe(MISMATCH)
    })
  })
})
