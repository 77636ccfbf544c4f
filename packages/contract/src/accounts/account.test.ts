import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RegisterBody } from '../index.ts'

const { email, phoneNumber, firstName } = RegisterBody.shape
const label = fc.stringMatching(/^[a-zA-Z\d]([a-zA-Z\d-]{0,20}[a-zA-Z\d])?$/)
const local = fc.stringMatching(/^[a-zA-Z\dış!#$%&'*+/=?^_`{|}~-]{1,12}$/)

describe('an e-mail address', () => {
  test.each([
    'a@b.co',
    'elif.yilmaz+makas@posta.example.com.tr',
    "o'neil_{x}@example.photography",
    'bır@example.org',
    'a@xn--nda.com',
    'a@1.2',
    'A@B-C.ORG',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.co`,
  ])('%s is taken', (address) => {
    expect(email.safeParse(address).data).toBe(address)
  })

  test.each([
    '.a@b.co',
    'a.@b.co',
    'a..b@b.co',
    'a@b..co',
    'a@.b.co',
    'a@b.co.',
    'a@b.',
    'a@b',
    'a@ö.com',
    'a@b.cö',
    'a@-b.co',
    'a@b-.co',
    'a@b_c.co',
    'a@b@c.co',
    '@b.co',
    'a b@b.co',
    'a@\uff42.co',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(64)}.co`,
  ])('%s is refused', (address) => {
    expect(email.safeParse(address).success).toBe(false)
  })

  test('any labels with dots between them are taken; an empty one anywhere is not', () => {
    const locals = fc.array(local, { minLength: 1, maxLength: 3 })
    const labels = fc.array(label, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(locals, labels, fc.nat(), (before, behind, at) => {
        const address = (one: readonly string[], other: readonly string[]) => `${one.join('.')}@${other.join('.')}`
        expect(email.safeParse(address(before, behind)).success).toBe(true)
        const gap = <T>(parts: readonly T[]) => parts.toSpliced(at % (parts.length + 1), 0, '' as T)
        expect(email.safeParse(address(gap(before), behind)).success).toBe(false)
        expect(email.safeParse(address(before, gap(behind))).success).toBe(false)
      }),
    )
  })
})

test.each([
  ['+905551112233', true],
  ['0 (555) 111-22-33', true],
  ['555.111/22', true],
  ['1234', true],
  ['+1-2-3-4', true],
  ['123', false],
  ['+(-) .--', false],
  ['+1 2 3 -', false],
  ['12+34', false],
  ['٣٤٥٦', false],
])('as a telephone number %s is taken: %s', (typed, isTaken) => {
  expect(phoneNumber.safeParse(typed).success).toBe(isTaken)
})

test.each(['\u200b', ' \u00ad\u2060 ', '\ufeff', '\u3164', '\u2800\u2800', '\u115f', '\ufe0f'])(
  'a name of nothing that is seen is missing: %j',
  (typed) => {
    expect(firstName.safeParse(typed).error?.issues[0]?.message).toBe('Ad alanı gerekli')
    expect(firstName.safeParse(`${typed}Ayşe`).success).toBe(true)
  },
)
