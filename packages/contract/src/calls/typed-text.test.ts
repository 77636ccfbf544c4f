import { expect, test } from 'vitest'
import { ChangeTicketBody, CreateArticleBody, CreateTicketBody, fieldSentence } from '../index.ts'

const UNSEEN = '\u200b\n\u3164 \u2800'

test.each([
  ['the title of a ticket', CreateTicketBody, { title: '\u200b\u3164', description: 'a' }, 'Konu başlığı gerekli'],
  ['its description', CreateTicketBody, { title: 'a', description: UNSEEN }, 'Açıklama alanı gerekli'],
  ['the title of an article', CreateArticleBody, { title: '\u2060', content: 'a' }, 'Başlık alanı gerekli'],
  ['its content', CreateArticleBody, { title: 'a', content: UNSEEN }, 'İçerik alanı gerekli'],
])('without a visible character, %s is missing', (_what, schema, body, sentence) => {
  expect(schema.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('an answer without a visible character is empty; a visible text stays as it was typed', () => {
  expect(ChangeTicketBody.parse({ admin_response: UNSEEN })).toEqual({ admin_response: '' })
  const typed = ' \u200bMerhaba\u2800\n'
  expect(ChangeTicketBody.parse({ admin_response: typed })).toEqual({ admin_response: typed })
})

test.each(['\u000b', '\r\n', '\r', '\f', '\u0085', '\u2028', '\u2029'])('%j is a line break of a text', (typed) => {
  const { description } = CreateTicketBody.parse({ title: 'a', description: `Birinci satır${typed}ikinci satır` })
  expect(description).toBe('Birinci satır\nikinci satır')
})

test('odd spaces of a line become plain, and invisible characters go; a joined picture stays', () => {
  const { title } = CreateTicketBody.parse({ title: '\ufeffAyşe\u00a0\tYıl\u00admaz 👩\u200d💻\n', description: 'a' })
  expect(title).toBe('Ayşe  Yılmaz 👩\u200d💻')
})

test.each([
  ['\u0007', 'görünmeyen karakter (U+0007)'],
  ['\ud800', 'görünmeyen karakter (U+D800)'],
])('the character %j is refused by its name', (character, name) => {
  const wrong = CreateTicketBody.safeParse({ title: `a${character}b`, description: `a\n${character}` })
  expect(wrong.error?.issues.map(fieldSentence)).toEqual([
    `Geçerli bir değer değil: ${name} kullanılamaz.`,
    `Geçerli bir değer değil: ${name} kullanılamaz.`,
  ])
})
