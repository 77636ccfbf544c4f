import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'
import { PasswordField } from './password-field.tsx'

const idsIn = (markup: string, attribute: string) =>
  (new RegExp(`${attribute}="([^"]*)"`).exec(markup)?.[1] ?? '').split(' ').filter((id) => id !== '')
const textOf = (markup: string, id: string) =>
  (new RegExp(`id="${id}"[^>]*>(.*?)</(?:p|div)>`).exec(markup)?.[1] ?? '').replaceAll(/<[^>]*>/g, '')

test('error and hint belong to the input, the error is read first', () => {
  const markup = renderToStaticMarkup(<Field label="Label" hint="Hint" error="Error" name="a" />)
  expect(idsIn(markup, 'aria-describedby').map((id) => textOf(markup, id))).toEqual(['Error', 'Hint'])
  expect(markup).toContain('aria-invalid="true"')
  expect(idsIn(markup, 'for')).toEqual(idsIn(markup.slice(markup.indexOf('<input')), ' id'))
})

test('a field without hint and error points at nothing', () => {
  const markup = renderToStaticMarkup(<Field label="Label" name="a" />)
  expect(markup).not.toContain('aria-describedby')
  expect(markup).toContain('aria-invalid="false"')
})

test('a password is hidden at first, may be pasted, and is never changed', () => {
  const markup = renderToStaticMarkup(<PasswordField label="Label" autoComplete="new-password" name="a" />)
  expect(markup).toMatch(/type="password"/)
  expect(markup).toMatch(/autoComplete="new-password"/i)
  expect(markup).toMatch(/autoCapitalize="none"/i)
  expect(markup).not.toContain('aria-describedby')
})

test('a password’s length is as a person counts it', () => {
  const markup = renderToStaticMarkup(<PasswordField label="L" name="a" judged={{ typed: '🔑🔑', least: 6 }} />)
  expect(markup.replaceAll(/<[^>]*>/g, '')).toContain('2 / 6')
})
