import fc from 'fast-check'
import type { DepthFrame, FrameSide } from '../_shared/parse/depth-frame.ts'
import { decodeText, type Json, parseJson } from '../_shared/parse/json-text.ts'

/** The two ways to read a frame: by bytes, which may decline, and by the general parser, which decides. */
export type TwoWays = {
  readonly scan: (bytes: Uint8Array) => DepthFrame | null
  readonly parse: (message: Json) => DepthFrame | null
}

/** All that a frame says, in a form that compares. */
function plain(frame: DepthFrame): unknown {
  const side = ({ count, prices, sizes, texts, ...scale }: FrameSide) => [
    ...[scale.priceDecimals, scale.sizeDecimals, scale.isTooLong],
    ...Array.from({ length: count }, (_, at) => [prices[at], sizes[at], texts[at]]),
  ]
  const { market, channel, symbol, snapshot, eventTime, first, last, previous, checksum } = frame
  const ids = [eventTime, first, last, previous, checksum]
  return { market, channel, symbol, snapshot, ids, bids: side(frame.bids), asks: side(frame.asks) }
}

export type Outcome = 'scanned' | 'declined'

/** Throws where the scanner accepts what the general parser refuses or reads otherwise. */
export function agree(ways: TwoWays, bytes: Uint8Array): Outcome {
  const scanned = ways.scan(bytes)
  if (scanned === null) return 'declined'
  const seen = JSON.stringify(plain(scanned))
  const text = decodeText(bytes)
  const message = text === null ? undefined : parseJson(text)
  const parsed = message === undefined ? null : ways.parse(message)
  const expected = parsed === null ? 'refused' : JSON.stringify(plain(parsed))
  if (seen !== expected) throw new Error(`scanned ${seen}\nparsed  ${expected}\nof      ${text ?? 'no text'}`)
  return 'scanned'
}

const INTERESTING = [...'0123456789.,:"[]{}-+eE \\\u0000']

/** Frames damaged in all the small ways that matter to a scanner. */
export function damaged(samples: readonly string[]): fc.Arbitrary<Uint8Array> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
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
      for (const { at, kind, text: piece, length } of edits) {
        const index = Math.floor(at * text.length)
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

/** Level texts as exchanges send them and as they never should. */
export const levelText: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^(0|[1-9]\d{0,9})(\.\d{1,10})?$/),
  fc.stringMatching(/^\d{1,17}(\.\d{0,19})?$/),
  fc.constantFrom('0', '0.0', '00.1', '1.', '.1', '-1', '1e3', '', 'NaN', '9007199254740991', '9007199254740992'),
)
