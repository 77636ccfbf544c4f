import fc from 'fast-check'

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

/** Texts that break careless code: sizes, control characters, lone surrogates, other languages. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  'a\r\nSet-Cookie: x=1',
  '\u001b[31m',
  '\u202eters',
  '\ud800',
  '\udfff\ud800',
  '\uffff',
  'a'.repeat(255),
  'a'.repeat(4_097),
  '\u0301'.repeat(600),
  '👩‍👩‍👧'.repeat(200),
  "' or 1=1 --",
  '"; drop table users; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../etc/passwd',
  '%00%ff',
  '1e400',
  'NaN',
  '[object Object]',
  '__proto__',
  `${'a'.repeat(2_000)}!`,
  '9999-99-99T99:99:99Z',
]

/** Any JSON value, mostly invalid for its field. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom(null, true, false, 0, -0, 7, -1, 1.5, 2 ** 53, 1e308, -1e308, 5e-324),
  fc.constantFrom([], {}, [[]], [null], { a: 1 }, nested(19), nested(25), nested(300)),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 40 }),
  fc.constant(Array.from({ length: 1_001 }, () => 0)),
  fc.jsonValue({ maxDepth: 4 }),
)

/** A piece of an address as it is sent: encoded, encoded wrongly, or not encoded at all. */
export const nastyPiece: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('%', '%2', '%zz', '%00', '%0d%0a', '%ff%fe', '..', '%2e%2e%2f', '%25', '*', ';', '%F0%9F%92%A9', '~'),
  fc.constantFrom('null', 'undefined', 'NaN', '-1', '0', 'true', 'a'.repeat(129), 'a'.repeat(1_500)),
  fc.string({ maxLength: 24 }).map(encodeURIComponent),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\s\r\n#?]/g, '')),
)

/** A header line, sent as it is. */
export const nastyHeader: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'authorization',
      'cookie',
      'forwarded',
      'idempotency-key',
      'if-none-match',
      'last-event-id',
      'origin',
      'range',
      'x-forwarded-for',
      'x-http-method-override',
      'x-makas-renewal',
      'x-request-id',
    ),
    fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic eDp5', 'null', '*', 'makas-user=x; makas-admin=y'),
      fc.constantFrom('a'.repeat(65), 'a'.repeat(5_000)),
    ),
  )
  .map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, ' ')}`)
