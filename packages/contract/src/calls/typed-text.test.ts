import { expect, test } from 'vitest'
import { ChangeTicketBody, CreateArticleBody, CreateTicketBody } from '../index.ts'

const UNSEEN = '\u200b\n\u3164 \u2800'

test.each([
  ['the title of a ticket', CreateTicketBody, { title: '\u200b\u3164', description: 'a' }, 'Konu başlığı gerekli'],
  ['its description', CreateTicketBody, { title: 'a', description: UNSEEN }, 'Açıklama alanı gerekli'],
  ['the title of an article', CreateArticleBody, { title: '\u2060', content: 'a' }, 'Başlık alanı gerekli'],
  ['its content', CreateArticleBody, { title: 'a', content: UNSEEN }, 'İçerik alanı gerekli'],
])('of which nothing is seen, %s is missing', (_what, schema, body, sentence) => {
  expect(schema.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('an answer of which nothing is seen is an empty one; a text that is seen stays as it was typed', () => {
  expect(ChangeTicketBody.parse({ admin_response: UNSEEN })).toEqual({ admin_response: '' })
  const typed = ' \u200bMerhaba\u2800\n'
  expect(ChangeTicketBody.parse({ admin_response: typed })).toEqual({ admin_response: typed })
})
