import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, hasWords, searchWords, stretchesOf } from './fold.ts'

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

test('a folded text is as long as the composed one, and folding it again changes nothing', () => {
  fc.assert(
    fc.property(text, (given) => {
      const folded = foldText(given)
      expect(folded).toHaveLength(given.normalize('NFC').length)
      // A mark that stands alone would join the letter before it.
      if (!/\p{M}/u.test(folded)) expect(foldText(folded)).toBe(folded)
    }),
  )
})

test('whatever is typed in capitals or small letters, Turkish or not, folds alike', () => {
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
        // English lower case leaves the dot of an İ behind as a letter of its own; NFC joins it to no other.
        expect(foldText(typed).replace(/\u0307/g, '')).toBe(folded)
      }
      expect(folded).toMatch(/^[a-z]*$/)
    }),
  )
})

test('a part of a text is found in it, and marked where it stands', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (given, from, length) => {
      const composed = given.normalize('NFC')
      const words = searchWords(composed.slice(from % (composed.length + 1)).slice(0, length % 8))
      const marks = stretchesOf(composed, words)
      if (hasWords(foldText(composed), words)) {
        for (const word of words) {
          const at = foldText(composed).indexOf(word)
          expect(marks.some(({ start, end }) => start <= at && at + word.length <= end)).toBe(true)
        }
      }
      for (const [at, { start, end }] of marks.entries()) {
        expect(start).toBeLessThan(end)
        expect(start).toBeGreaterThanOrEqual(marks[at - 1]?.end ?? 0)
        expect(end).toBeLessThanOrEqual(composed.length)
      }
    }),
  )
})

test('marks that overlap become one', () => {
  expect(stretchesOf('Çekim yetkisi', searchWords('cek eki YET'))).toEqual([
    { start: 0, end: 4 },
    { start: 6, end: 9 },
  ])
  expect(stretchesOf('Çekim', [])).toEqual([])
})
