import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  applySnapshot,
  BID_LIST,
  closeBook,
  closeSymbolTable,
  constant,
  frameArea,
  openBook,
  openSymbolTable,
  renew,
  setLevels,
  words,
} from '../src/book/core.ts'
import { type FrameShape, frameShape, type ShapeStep } from '../src/book/frame-shape.ts'
import {
  doubleAt,
  doublesFrom,
  fillList,
  loadText,
  registerName,
  setDouble,
  setWord,
  wordAt,
} from './testing/core-memory.ts'

const HOST = 7
const READ = constant('IS_READ') | (HOST << constant('HOST_BITS'))

type Form = Extract<ShapeStep, { readonly step: 'levels' }>['form']
const TEXTS: Form = { kind: 'texts', keeps: true, ignored: 0 }
const TRIMMED: Form = { kind: 'texts', keeps: false, ignored: 0 }

const shapeOf = (
  form: Form,
  rule: 'replaces' | 'replaces-other' | 'last-is-next' = 'replaces',
  checksum: Parameters<typeof frameShape>[1] = null,
): FrameShape =>
  frameShape(rule, checksum, [
    { step: 'name', quotes: 0 },
    { step: 'text', text: '",' },
    { step: 'integer', field: 'last' },
    { step: 'text', text: ',' },
    { step: 'levels', side: 'bids', form },
    { step: 'text', text: ',' },
    { step: 'levels', side: 'asks', form },
    { step: 'maybe', text: ',', with: 1 },
    { step: 'signed', field: 'checksum' },
  ])

/** A lost book of one bid at 100 and one ask at 110, with the sequence number 50, at a scale of its own. */
function withBook(act: (read: (shape: FrameShape, rest: string, name?: string) => number, book: number) => void): void {
  const symbols = openSymbolTable()
  const book = openBook(1)
  renew()
  setWord(book, 'IS_SYNCHRONISED', 1)
  setWord(book, 'DEPTH', 400)
  setWord(book, 'PRICE_SCALE', 6)
  setWord(book, 'SIZE_SCALE', 7)
  setDouble(book, 'SEQ', 50)
  setLevels(book + constant('BIDS'), BID_LIST, fillList(BID_LIST, [[100, 1]]))
  setLevels(book + constant('ASKS'), BID_LIST, fillList(BID_LIST, [[110, 1]]))
  renew()
  registerName(symbols, 'BOOK', book, HOST)
  act((shape, rest, name = 'BOOK') => {
    const result = applySnapshot(shape.address, symbols, loadText(`${name}",${rest}`), 2_000)
    renew()
    return result
  }, book)
  closeBook(book)
  closeSymbolTable(symbols)
}

const bidsOf = (book: number) => {
  const side = book + constant('BIDS')
  const block = book + constant('BIDS_OWN') + constant('FIRST_BLOCK')
  const count = doubleAt(side, 'COUNT')
  const [keys, sizes] = [doublesFrom(block, 'KEYS', count), doublesFrom(block, 'SIZES', count)]
  return Array.from(keys, (key, at) => [key, sizes[at]])
}
const scaleOf = (book: number) => [wordAt(book, 'PRICE_SCALE'), wordAt(book, 'SIZE_SCALE')]

describe('a snapshot', () => {
  test('replaces a lost book: its levels, its scale and its facts', () => {
    withBook((read, book) => {
      expect(read(shapeOf(TEXTS), '77,[["9.5","1"],["9","2.25"]],[["10","3"]]')).toBe(READ)
      expect(scaleOf(book)).toEqual([1, 2])
      expect(bidsOf(book)).toEqual([
        [95, 100],
        [90, 225],
      ])
      expect(doubleAt(book + constant('ASKS'), 'BEST_PRICE')).toBe(100)
      expect([doubleAt(book, 'SEQ'), doubleAt(book, 'RECEIVED_AT'), doubleAt(book, 'HEARD_AT')]).toEqual([
        77, 2_000, 2_000,
      ])
      expect(doubleAt(book, 'EVENT_TIME')).toBeNaN()
      expect([wordAt(book, 'FRAMES'), wordAt(book, 'APPLICATIONS'), wordAt(book, 'LEVELS_SET')]).toEqual([1, 1, 3])
      expect(wordAt(book, 'IS_SYNCHRONISED')).toBe(0)
    })
  })

  test('has the scale of its longest numbers, whichever side and level they stand in', () => {
    withBook((read, book) => {
      expect(read(shapeOf(TEXTS), '77,[["9","1"],["8.25","2"]],[["10","3"],["11.5","0.12345"]]')).toBe(READ)
      expect(scaleOf(book)).toEqual([2, 5])
      expect(bidsOf(book)).toEqual([
        [900, 100_000],
        [825, 200_000],
      ])
    })
  })

  test.each([
    ['that say how long they are', TEXTS, [3, 2]],
    ['that do not count', TRIMMED, [1, 0]],
  ] as const)('with zeros at the end of numbers %s', (_, form, scale) => {
    withBook((read, book) => {
      expect(read(shapeOf(form), '77,[["9.500","1.00"]],[]')).toBe(READ)
      expect(scaleOf(book)).toEqual(scale)
      expect(bidsOf(book)).toEqual([[9.5 * 10 ** scale[0], 10 ** scale[1]]])
    })
  })

  test('of padded numbers has as many decimals as the numbers have without trailing zeros', () => {
    withBook((read, book) => {
      const levels = '[["9.50000000","1.00000000"],["9.25000000","0.00100000"]]'
      expect(read(shapeOf({ kind: 'padded' }), `77,${levels},[]`)).toBe(READ)
      expect(scaleOf(book)).toEqual([2, 3])
      expect(bidsOf(book)).toEqual([
        [950, 1_000],
        [925, 1],
      ])
    })
  })

  test.each([
    ['whose texts are kept counts all decimals', true, '{"price":9,"qty":1.0},{"price":8.50,"qty":2.25}', [2, 2]],
    ['else counts no zero at the end', false, '{"price":9.0,"qty":100.0},{"price":8.5,"qty":225}', [1, 0]],
  ] as const)('of objects %s', (_, keeps, levels, scale) => {
    withBook((read, book) => {
      expect(read(shapeOf({ kind: 'objects', keeps }), `77,[${levels}],[]`)).toBe(READ)
      expect(scaleOf(book)).toEqual(scale)
      expect(bidsOf(book)).toEqual([
        [9 * 10 ** scale[0], 100],
        [8.5 * 10 ** scale[0], 225],
      ])
    })
  })

  test('leaves no more levels than the subscribed depth', () => {
    withBook((read, book) => {
      setWord(book, 'DEPTH', 1)
      expect(read(shapeOf(TEXTS), '77,[["9.5","1"],["9","2.25"]],[["10","3"]]')).toBe(READ)
      expect(doubleAt(book + constant('BIDS'), 'COUNT')).toBe(1)
    })
  })

  test('is proven by its checksum', () => {
    withBook((read, book) => {
      const shape = shapeOf(TEXTS, 'replaces', { over: 'pairs', start: -258_633_757, covered: 25 })
      const checksum = crc32('9.50:1:10:3') | 0
      expect(read(shape, `77,[["9.50","1"]],[["10","3"]],${checksum}`)).toBe(READ)
      expect(wordAt(book, 'CHECKSUM_MATCHES')).toBe(1)
      expect(read(shape, `77,[["9.50","1"]],[["10","3"]],${checksum - 1}`)).toBe(READ | constant('CHECKSUM_MISMATCH'))
    })
  })

  test('is proven also where a side was empty, and its numbers have more decimals than the numbers before', () => {
    withBook((read) => {
      const shape = shapeOf(TEXTS, 'replaces', { over: 'pairs', start: -258_633_757, covered: 25 })
      expect(read(shape, `77,[["9","1"]],[],${crc32('9:1') | 0}`)).toBe(READ)
      expect(read(shape, `78,[["9","1"]],[["10.25","3.5"]],${crc32('9:1:10.25:3.5') | 0}`)).toBe(READ)
      expect(read(shape, `79,[],[["10.2575","3.5"]],${crc32('10.2575:3.5') | 0}`)).toBe(READ)
      expect(read(shape, `80,[["9.12345","1"]],[],${crc32('9.12345:1') | 0}`)).toBe(READ)
    })
  })
})

describe('what is left to the host changes nothing', () => {
  const untouched = (book: number) => {
    expect(scaleOf(book)).toEqual([6, 7])
    expect(bidsOf(book)).toEqual([[100, 1]])
    expect([doubleAt(book, 'SEQ'), wordAt(book, 'FRAMES'), wordAt(book, 'VERSION')]).toEqual([50, 0, 0])
  }

  test.each([
    ['a byte behind the end', '77,[["9","1"]],[["10","3"]] '],
    ['no level at all', '77,[],[]'],
    ['a price of zero in the last level', '77,[["9","1"]],[["10","3"],["0","3"]]'],
    ['a number that is none behind one that widens the scale', '77,[["9.125","1"],["9.x","1"]],[["10","3"]]'],
    ['more decimals than a double holds beside its digits', '77,[["9.1234567890123456","1"]],[["10","3"]]'],
    ['a scale at which an earlier number has too many digits', '77,[["123456789","1"],["9.12345678","1"]],[]'],
    ['a list without its end', '77,[["9","1"]],[["10","3"]'],
  ])('%s', (_, rest) => {
    withBook((read, book) => {
      expect(read(shapeOf(TEXTS), rest)).toBe(0)
      untouched(book)
    })
  })

  test('every beginning of a snapshot', () => {
    withBook((read, book) => {
      const whole = '77,[["9.5","1"],["9","2.25"]],[["10","3"]]'
      for (let length = 0; length < whole.length; length++) expect(read(shapeOf(TEXTS), whole.slice(0, length))).toBe(0)
      untouched(book)
    })
  })

  test('a snapshot with the number of its book, where that makes it a repeat, and a frame of a shape of changes', () => {
    withBook((read, book) => {
      expect(read(shapeOf(TEXTS, 'replaces-other'), '50,[["9","1"]],[]')).toBe(0)
      expect(read(shapeOf(TEXTS, 'last-is-next'), '51,[["9","1"]],[]')).toBe(0)
      untouched(book)
      expect(read(shapeOf(TEXTS, 'replaces-other'), '49,[["9","1"]],[]')).toBe(READ)
    })
  })

  test('a name that stands for no book; the host can read the name', () => {
    const at = constant('UNKNOWN_NAME')
    const unknown = () => {
      const from = words[(at + constant('UNKNOWN_NAME_AT')) >> 2] as number
      const length = words[(at + constant('UNKNOWN_NAME_LENGTH')) >> 2] as number
      return String.fromCharCode(...frameArea().subarray(from, from + length))
    }
    withBook((read, book) => {
      expect(read(shapeOf(TEXTS), '77,[["9","1"]],[]', 'OTHER')).toBe(0)
      expect(unknown()).toBe('OTHER')
      expect(read(shapeOf(TEXTS), '77,[["9","1"]],[]x')).toBe(0)
      expect(unknown()).toBe('')
      untouched(book)
    })
  })
})
