import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './fold.ts'
import { hasWords, searchWords, stretchesOf } from './search.ts'

const letter = fc.constantFrom(
  ...'çğıöşüÇĞİÖŞÜâîûÂÎÛIiKkSs ',
  'é',
  'ß',
  'Σ',
  'ς',
  '\u0307',
  '한',
  '😀',
  '\u212a',
  '\u0130',
)
const text = fc.oneof(
  fc.array(letter, { maxLength: 40 }).map((letters) => letters.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

test.each([
  ['CEKIM', 'çekim'],
  ['ÇEKİM', 'çekim'],
  ['çekım', 'ÇEKİM'],
  ['İSTANBUL', 'ıstanbul'],
  ['Güvenlik', 'GUVENLIK'],
  ['kâr', 'KAR'],
  ['ışık', 'IŞIK'],
])('%s and %s are one word', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

test('folding a folded text again changes nothing, and no letter keeps a mark', () => {
  fc.assert(
    fc.property(text, (given) => {
      const folded = foldText(given)
      expect(folded).not.toMatch(/[\u0300-\u036f]/)
      expect(foldText(folded)).toBe(folded)
      expect(foldText(given.normalize('NFD'))).toBe(folded)
    }),
  )
})

test('Greek, Cyrillic and Nordic capitals are small letters, and Hangul stays as it is', () => {
  expect(foldText('ΟΔΟΣ Άνω ΪΌ')).toBe('οδοσ ανω ιο')
  expect(foldText('οδός')).toBe('οδοσ')
  expect(foldText('Ёлка ЙОД')).toBe('елка иод')
  expect(foldText('ØRE ÆSIR Łódź')).toBe('øre æsir łodz')
  expect(foldText('한국')).toBe('한국')
})

test('capitals and small letters, Turkish or not, fold alike', () => {
  const word = fc
    .array(fc.constantFrom(...'abcçdefgğhıijklmnoöprsştuüvyz'), { maxLength: 30 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(word, (small) => {
      const folded = foldText(small)
      for (const typed of [
        small.toLocaleUpperCase('tr'),
        small.toUpperCase(),
        small.normalize('NFD'),
        small.toLocaleUpperCase('tr').toLowerCase(),
      ]) {
        expect(foldText(typed)).toBe(folded)
      }
      expect(folded).toMatch(/^[a-z]*$/)
    }),
  )
})

test('a part of a text is found in it, and marked where it stands', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (given, from, length) => {
      const words = searchWords(given.slice(from % (given.length + 1)).slice(0, length % 8))
      const marks = stretchesOf(given, words)
      for (const word of words.filter(() => hasWords(foldText(given), words))) {
        expect(marks.some(({ start, end }) => foldText(given.slice(start, end)).includes(word))).toBe(true)
      }
      for (const [at, { start, end }] of marks.entries()) {
        expect(start).toBeLessThan(end)
        expect(start).toBeGreaterThanOrEqual(marks[at - 1]?.end ?? 0)
        expect(end).toBeLessThanOrEqual(given.length)
      }
    }),
  )
})

test('a mark covers the whole letter, also where it is written in several signs', () => {
  expect(stretchesOf('bir c\u0327ekim', searchWords('çek'))).toEqual([{ start: 4, end: 8 }])
  expect(stretchesOf('x\u0302y', searchWords('xy'))).toEqual([{ start: 0, end: 3 }])
})

test('marks that overlap become one', () => {
  expect(stretchesOf('Çekim yetkisi', searchWords('cek eki YET'))).toEqual([
    { start: 0, end: 4 },
    { start: 6, end: 9 },
  ])
  expect(stretchesOf('Çekim', [])).toEqual([])
})
