import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, type Json, NumberText, parseJson } from './json-text.ts'

/** The value as the built-in parser would have returned it. */
function plain(value: Json | undefined): unknown {
  if (value instanceof NumberText) return Number(value.text)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]))
  return Array.isArray(value) ? value.map(plain) : value
}

function builtIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('it reads what the built-in parser reads', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 6 }).filter((text) => !text.includes('__proto__')),
      (text) => {
        expect(plain(parseJson(text))).toEqual(builtIn(text))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('[F14] it accepts no damaged text that the built-in parser refuses', () => {
  const piece = fc.constantFrom(...'{}[],:"0123456789.-+eE \\utfn\u0001', 'null', 'true', '\\u00e9', '\\"')
  let refused = 0
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat(), piece, (text, place, inserted) => {
      const at = place % (text.length + 1)
      const damaged = text.slice(0, at) + inserted + text.slice(at)
      if (builtIn(damaged) !== undefined) return
      refused++
      expect(parseJson(damaged)).toBeUndefined()
    }),
    { numRuns: 3_000 },
  )
  expect(refused).toBeGreaterThan(500)
})

describe('it keeps what the built-in parser loses', () => {
  test.each(['63000.0', '0.00005100', '1e-08', '15113583034416118705', '-0.0', '1E+400'])('the text %s', (text) => {
    expect(parseJson(text)).toEqual(new NumberText(text))
  })
})

test.each([
  ['a key twice', '{"a":1,"b":2,"a":3}'],
  ['nesting beyond 32', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['nesting that would exhaust a stack', '['.repeat(200_000)],
  ['nothing', ''],
  ['a byte order mark', '\ufeff{}'],
  ['two values', '{} {}'],
  ['a leading zero', '01'],
])('it refuses %s', (_name, text) => {
  expect(parseJson(text)).toBeUndefined()
})

test('bytes that are no UTF-8 are no text', () => {
  expect(decodeText(Uint8Array.of(0x22, 0xc3, 0x28, 0x22))).toBeNull()
  expect(decodeText(new TextEncoder().encode('币'))).toBe('币')
})
