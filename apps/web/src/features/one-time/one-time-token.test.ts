import { expect, test } from 'vitest'
import { tokenIn } from './one-time-token.ts'

const TOKEN = 'Zm9v-YmFy_0123456789abcdefghijklmnopqrstuvw'

test.each([
  ['as it was printed', `#${TOKEN}`, TOKEN],
  ['copied in part', `#${TOKEN.slice(0, 30)}`, TOKEN.slice(0, 30)],
  ['none', '', null],
  ['a bare mark', '#', null],
  ['a link within the page', '#content', null],
  ['longer than any token', `#${'a'.repeat(65)}`, null],
  ['not of our letters', `#${TOKEN}%20`, null],
  ['an address in the fragment', `#https://example.org/${TOKEN}`, null],
])('a fragment that is %s', (_what, fragment, token) => {
  expect(tokenIn(fragment)).toBe(token)
})
