import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Remainder, shifted, shiftTable, step, stepBack } from './crc32.ts'

const bytesOf = (text: string) => [...text].map((character) => character.charCodeAt(0))

test('remainders of parts join to the checksum of the whole', () => {
  const part = fc.stringMatching(/^[0-9.:]{0,30}$/)
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      let state = -1
      for (const text of parts) {
        const remainder = new Remainder()
        for (const byte of bytesOf(text)) remainder.byte(byte)
        state = shifted(state, shiftTable(remainder.length)) ^ remainder.value
      }
      expect(~state >>> 0).toBe(crc32(parts.join('')))
    }),
  )
})

test('the digits of a number are those of its text', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 18 }), (value, width) => {
      const remainder = new Remainder()
      remainder.digits(value, width)
      const text = String(value).padStart(width, '0')
      let expected = 0
      for (const byte of bytesOf(text)) expected = step(expected, byte)
      expect([remainder.value, remainder.length]).toEqual([expected, text.length])
    }),
    { numRuns: 2_000 },
  )
})

test('a step back undoes a step', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 255 }), (state, byte) => {
      expect(step(stepBack(state, byte), byte)).toBe(state)
    }),
  )
})
