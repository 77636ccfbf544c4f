import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf, plainText } from './plain-text.ts'

test('marks go, words stay', () => {
  const text = [
    '# Net getiri',
    '',
    'Tablodaki **net getiri**, *kalandır*; bkz. [taşıma](/help/tasima) ve `net_roi`.',
    '',
    '| Kalem | Tutar |',
    '|---|---:|',
    '| Brüt | 16,00 |',
    '',
    '- bir',
    '1. iki',
    '> Kâr garantisi yoktur.',
    '```',
    'kod',
    '```',
    '<script>alert(1)</script>',
  ].join('\n')
  expect(plainText(text)).toBe(
    'Net getiri: Tablodaki net getiri, kalandır; bkz. taşıma ve net_roi. Kalem · Tutar. Brüt · 16,00. bir. iki. Kâr garantisi yoktur. kod alert(1)',
  )
})

test('an item and a row that end with a mark get no second mark, and an item may go on in the next line', () => {
  expect(plainText('## Ne olur?\n- **bir**\n- iki,\n  üç.\n- dört\n\n| A | B. |\n|--|--|\n| 1 | |')).toBe(
    'Ne olur? bir. iki, üç. dört. A · B. 1.',
  )
})

test('a heading does not run into its text, and keeps the mark that it has', () => {
  expect(plainText('## Net getiri\nTablodaki sayı.\n### **Ne olur?**\nHiç.\n# *Fonlama* ##\nÖdenir.')).toBe(
    'Net getiri: Tablodaki sayı. Ne olur? Hiç. Fonlama: Ödenir.',
  )
})

test('an excerpt has as many characters as it may, and says when there is more', () => {
  expect(excerptOf('a'.repeat(200), 200)).toBe('a'.repeat(200))
  expect(excerptOf('a'.repeat(201), 200)).toBe(`${'a'.repeat(200)}…`)
  expect(excerptOf('😀'.repeat(5), 3)).toBe('😀😀😀…')
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'#*_>|`[]()<!- \n\tabcç😀'), { maxLength: 200 }).map((all) => all.join('')),
      fc.integer({ min: 1, max: 50 }),
      (text, most) => {
        expect([...excerptOf(text, most)].length).toBeLessThanOrEqual(most + 1)
      },
    ),
  )
})
