import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf } from './call.ts'
import { ApiFailure } from './failure.ts'

function refused(status: number, body: unknown) {
  try {
    answerOf({ response: new Response(null, { status, headers: { 'retry-after': '3' } }), body }, z.unknown())
  } catch (failure) {
    if (failure instanceof ApiFailure) return failure.reason
    throw failure
  }
  throw new Error('was no refusal')
}

test('the detail of a refusal is shown though the rest of its body is unknown', () => {
  const detail = 'Geçersiz email veya şifre'
  for (const body of [
    { detail },
    { detail, code: 'of-a-later-version' },
    { detail, code: 'invalid-credentials', fields: 'none' },
  ])
    expect(refused(401, body)).toMatchObject({ kind: 'refused', status: 401, detail, retryAfterS: 3 })
  expect(refused(401, { detail, code: 'of-a-later-version' })).toMatchObject({ code: null, fields: {} })
  expect(refused(400, { detail: 7, code: 'validation', fields: { email: 'Bu alan gerekli.' } })).toMatchObject({
    code: 'validation',
    detail: null,
    fields: { email: 'Bu alan gerekli.' },
  })
})

test.each([undefined, null, 'Bad Gateway', [], { detail: '' }])('%j says nothing', (body) => {
  expect(refused(502, body)).toMatchObject({ kind: 'refused', status: 502, code: null, detail: null, fields: {} })
})
