import fc from 'fast-check'

const INTERESTING = [...'0123456789.,:"[]{}-+eE \\\u0000']

/** Sample frames with one to three small edits, for tests of scanners. */
export function damaged(samples: readonly string[]): fc.Arbitrary<Uint8Array> {
  const edit = fc.record({
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    kind: fc.constantFrom('digit', 'digit', 'replace', 'insert', 'delete', 'repeat', 'cut'),
    text: fc.oneof(
      fc.constantFrom(...INTERESTING),
      fc.constantFrom('00', '0.', '.5', '1e5', '-0', '9007199254740993', '0.0000000000000000001', 'null', 'é'),
      fc.stringMatching(/^\d{1,18}(\.\d{1,19})?$/),
    ),
    length: fc.integer({ min: 1, max: 12 }),
  })
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([sample, edits]) => {
      let text = sample
      for (const { place, kind, text: piece, length } of edits) {
        const index = Math.floor(place * text.length)
        if (kind === 'digit') text = text.slice(0, index) + text.slice(index).replace(/\d/, String(length % 10))
        else if (kind === 'replace') text = text.slice(0, index) + piece + text.slice(index + piece.length)
        else if (kind === 'insert') text = text.slice(0, index) + piece + text.slice(index)
        else if (kind === 'delete') text = text.slice(0, index) + text.slice(index + length)
        else if (kind === 'repeat') text = text.slice(0, index + length) + text.slice(index)
        else text = text.slice(0, index)
      }
      return new TextEncoder().encode(text)
    })
}

/** Level texts, valid and malformed. */
export const levelText: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^(0|[1-9]\d{0,9})(\.\d{1,10})?$/),
  fc.stringMatching(/^\d{1,17}(\.\d{0,19})?$/),
  fc.constantFrom('0', '0.0', '00.1', '1.', '.1', '-1', '1e3', '', 'NaN', '9007199254740991', '9007199254740992'),
)
