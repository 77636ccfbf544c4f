import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CheckField } from './check-field.tsx'
import { Field } from './field.tsx'
import { NumberField } from './number-field.tsx'
import { PasswordField } from './password-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-area-field.tsx'

const OPTIONS = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
]

test.each([
  ['select', <SelectField key="s" label="L" hint="Hint" error="Error" choices={OPTIONS} name="x" />],
  ['textarea', <TextAreaField key="t" label="L" hint="Hint" error="Error" name="x" />],
  ['input', <CheckField key="c" label="L" hint="Hint" error="Error" name="x" />],
  ['input', <NumberField key="n" label="L" hint="Hint" error="Error" name="x" />],
])('%s %#: label, hint and error belong to the control', (tag, field) => {
  const markup = renderToStaticMarkup(field)
  const control = new RegExp(`<${tag}[^>]*>`).exec(markup)?.[0] ?? ''
  const id = / id="([^"]+)"/.exec(control)?.[1]
  expect(markup).toContain(`for="${id}"`)
  expect(control).toContain('aria-invalid="true"')
  for (const described of /aria-describedby="([^"]+)"/.exec(control)?.[1]?.split(' ') ?? ['none']) {
    expect(markup).toContain(`id="${described}"`)
  }
})

test.each([
  ['select', (required: boolean) => <SelectField label="L" required={required} choices={OPTIONS} name="x" />],
  ['textarea', (required: boolean) => <TextAreaField label="L" required={required} name="x" />],
  ['input', (required: boolean) => <Field label="L" required={required} name="x" />],
  ['input', (required: boolean) => <NumberField label="L" required={required} name="x" />],
  ['input', (required: boolean) => <PasswordField label="L" required={required} name="x" />],
])('%s %#: a required field says so beside its name, also to screen readers', (tag, field) => {
  const [required, free] = [true, false].map((isRequired) => renderToStaticMarkup(field(isRequired)))
  expect(required).toMatch(new RegExp(`<${tag}[^>]* required=""`))
  expect(required).toMatch(/>L<\/label><span aria-hidden="true"[^>]*>zorunlu</)
  expect(free).not.toMatch(/ required|zorunlu/)
})

test('a counted text shows its length as a person counts it', () => {
  const markup = renderToStaticMarkup(<TextAreaField label="L" counted={{ typed: '🔑a', most: 2000 }} name="x" />)
  expect(markup).toContain('2 / 2.000')
})
