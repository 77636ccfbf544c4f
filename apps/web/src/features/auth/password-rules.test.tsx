import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PasswordRules } from './password-rules.tsx'

const ruleOfOwnWords = (password: string, own: readonly string[]) => {
  const rules = renderToStaticMarkup(<PasswordRules password={password} own={own} />).split('</li>')
  return rules.map((rule) => rule.replace(/<[^>]+>/g, '')).find((rule) => rule.startsWith('Adınız'))
}

test.each([
  ['gulsen1990', 'Gülşen'],
  ['GULSEN1990', 'Gülşen'],
  ['ilker12345', 'İlker'],
  ['ışıl-kapısı', 'Işıl'],
  ['isil-kapisi', ' IŞIL '],
])('%s holds the name %s, whatever its dots and accents', (password, name) => {
  expect(ruleOfOwnWords(password, [name])).toMatch(/sağlanmadı$/)
})

test('a password without own words keeps the rule; a name of two letters is too short to break it', () => {
  expect(ruleOfOwnWords('kapi-anahtari', ['Gülşen', 'Ak', ''])).toMatch(/ sağlandı$/)
})
