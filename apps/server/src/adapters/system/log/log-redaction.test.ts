import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newId } from '../secrets/secret-texts.ts'
import { withoutSecrets } from './log-redaction.ts'

const HIDDEN = '[secret]'

test.each([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'new_password',
  'api_key',
  'apiKey',
  'api_secret',
  'secretKey',
  'passphrase',
  'access_token',
  'totp',
])('[SEC-44] what is called %s is not logged, however deep it lies', (name) => {
  expect(withoutSecrets({ [name]: 'x', deep: [{ [name.toUpperCase()]: { y: 1 } }] })).toEqual({
    [name]: HIDDEN,
    deep: [{ [name.toUpperCase()]: HIDDEN }],
  })
})

test('[SEC-44] what has the form of a token or key is not logged, wherever in a text it stands', () => {
  const secret = fc.oneof(
    fc.uint8Array({ minLength: 32, maxLength: 96 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.stringMatching(/^[A-Za-z\d]{64}$/),
  )
  fc.assert(
    fc.property(secret, fc.constantFrom('', 'at ', '/api/x?token=', '"', 'Bearer '), (word, before) => {
      // A random secret of one case does not occur in practice.
      fc.pre(/[A-Z]/.test(word) && /[a-z]/.test(word))
      const line = JSON.stringify(withoutSecrets({ reason: `${before}${word} end`, list: [{ at: word }] }))
      expect(line).not.toContain(word)
      expect(line).toContain(`${JSON.stringify(before).slice(1, -1)}${HIDDEN} end`)
    }),
    { seed: 44 },
  )
  const withoutDigits = 'PzMlsOkSHoppGGIWLaosYbBqLnSPODHgoPDHJWuEoYwKonmSSPUhkQ'
  const token = [withoutDigits, ...[1, 2].map(() => randomBytes(40).toString('base64url'))].join('.')
  expect(withoutSecrets({ url: `/api/auth/me?access=${token}` })).toEqual({
    url: `/api/auth/me?access=${HIDDEN}.${HIDDEN}.${HIDDEN}`,
  })
})

test('what somebody who reads the log needs stays as it is', () => {
  const data = {
    requestId: randomUUID(),
    id: newId(),
    head: `8:${'a017e88a4edda7e9'.repeat(4)}`,
    error: 'Error: x\n    at fetch (/srv/makas/apps/server/src/http/routes/exchange-keys.ts:101:5)',
    code: null,
    count: 7,
    at: new Date(0),
    nested: { a: [1, 'b', null, true] },
  }
  expect(withoutSecrets(data)).toEqual(data)
})

test('[SEC-44] a log that is made with it has neither in its lines, nor have its children’s lines', () => {
  const lines: string[] = []
  const log = pino({ formatters: { log: withoutSecrets } }, { write: (line: string) => lines.push(line) })
  log.child({ a: 1 }).error({ api_key: 'planted-key', data: { password: 'planted' } }, 'event')
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('planted')
})
