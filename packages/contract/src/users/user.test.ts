import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LoginBody, RegisterBody, TotpCodeBody } from '../index.ts'

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

  test.each([
    ['İLKER@EXAMPLE.ORG', 'Adreste Türkçe “İ” var; yerine “i” yazın'],
    ['i\u0307lker@example.org', 'Geçerli bir e-posta adresi girin: “\u0307” kullanılamaz.'],
    ['ilker@örnek.com', 'Geçerli bir e-posta adresi girin: “ö” kullanılamaz.'],
    ['il ker@example.org', 'Geçerli bir e-posta adresi girin: boşluk kullanılamaz.'],
    ['ilker@example.org, ali@example.org', 'Geçerli bir e-posta adresi girin: “,” kullanılamaz.'],
    ['ilker', 'Geçerli bir e-posta adresi girin'],
  ])('%s is refused by the character that is in the way', (address, sentence) => {
    expect(email.safeParse(address).error?.issues[0]?.message).toBe(sentence)
  })

  test('invisible characters of a pasted address are no part of it', () => {
    const pasted = '\u200b elif\u00ad@\u2060example.org\u00a0'
    expect(email.parse(pasted)).toBe('elif@example.org')
    expect(LoginBody.parse({ email: pasted, password: 'x' }).email.trim()).toBe('elif@example.org')
  })

  test('any labels with dots between them are taken; an empty label anywhere is refused', () => {
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
  ['+90 ５５５ １１１ ２２ ３３', true],
])('as a telephone number %s is taken: %s', (typed, isTaken) => {
  expect(phoneNumber.safeParse(typed).success).toBe(isTaken)
})

test.each([
  ['+90+90 532 123 45 67', '+90 532 123 45 67'],
  ['+90905321234567', '+905321234567'],
  ['+900532 123 45 67', '+90532 123 45 67'],
  ['+9090 0532 123 45 67', '+90532 123 45 67'],
  ['+900090 532 123 45 67', '+90 532 123 45 67'],
  ['+90+49 1512 3456789', '+49 1512 3456789'],
  ['+44+44 (0)20 7946 0018', '+4420 7946 0018'],
  ['+112125551234', '+12125551234'],
  ['+12125551234', '+12125551234'],
  ['+494921123456', '+494921123456'],
  ['+49491512345678', '+491512345678'],
  ['00905321234567', '+905321234567'],
  ['+90\u00a0532\u2011123\u201145\u201167', '+90 532-123-45-67'],
  ['+905321234567', '+905321234567'],
  ['05321234567', '05321234567'],
])('%s is the telephone number %s', (typed, meant) => {
  expect(phoneNumber.parse(typed)).toBe(meant)
})

test('a character that no telephone number has is named', () => {
  const [issue] = phoneNumber.safeParse('+90 532 l23 45 67').error?.issues ?? []
  expect(issue?.message).toBe('Geçerli bir telefon numarası girin: “l” kullanılamaz.')
})

test.each([
  '123 456',
  '123456 ',
  '123\u00a0456',
  '123\u202f456',
  '\u200b123456',
  '１２３４５６',
  '123-456',
  '123–456',
  '123.456\n',
])('%j is the code 123456', (typed) => {
  expect(TotpCodeBody.parse({ code: typed })).toEqual({ code: '123456' })
  expect(LoginBody.parse({ email: 'a@b.co', password: 'x', totp: typed }).totp).toBe('123456')
})

test('a code with any character but letters and digits is refused before it is tried; a recovery code counts as a code', () => {
  expect(TotpCodeBody.safeParse({ code: '12345\u0000' }).error?.issues[0]?.message).toContain('U+0000')
  expect(TotpCodeBody.safeParse({ code: '12345ş' }).error?.issues[0]?.message).toContain('“ş” kullanılamaz')
  expect(TotpCodeBody.safeParse({ code: ' - ' }).success).toBe(false)
  expect(TotpCodeBody.parse({ code: 'abcd-efgh–jkmn pqrs' })).toEqual({ code: 'abcdefghjkmnpqrs' })
})

test.each(['\u200b', ' \u00ad\u2060 ', '\ufeff', '\u3164', '\u2800\u2800', '\u115f', '\ufe0f'])(
  'a name of nothing that is seen is missing: %j',
  (typed) => {
    expect(firstName.safeParse(typed).error?.issues[0]?.message).toBe('Ad alanı gerekli')
    expect(firstName.safeParse(`${typed}Ayşe`).success).toBe(true)
  },
)
