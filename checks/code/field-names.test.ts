import { expect, test } from 'vitest'
import { plantProject } from '../testing/planted-project.ts'
import { checkFieldNames, emptyFields } from './field-names.ts'

test.each([
  ['a member of a type', 'type A = { readonly at: number }', 'A.at'],
  ['a member of a nested type', 'interface A { b: { of?: string } }', 'A.of'],
  ['a field of a class', 'class A { of = 1 }', 'A.of'],
  ['a private field', 'class A { readonly #at = 1 }', 'A.#at'],
  ['a member of a type of a variable', 'const kept: { at: number } | null = null', 'kept.at'],
  ['a field of a schema', 'const A = z.object({ at: z.number() })', 'A.at'],
  ['a column', "const a = pgTable('a', { of: integer('of') })", 'a.of'],
])('%s is found', (_, text, name) => {
  expect(emptyFields({ path: 'a.ts', text })).toEqual({
    fields: expect.any(Number),
    found: [{ name, place: 'a.ts:1' }],
  })
})

test('a parameter, a method and a value are no fields', () => {
  const text = 'class A { at(of: number) { return { at: of } } }'
  expect(emptyFields({ path: 'a.ts', text })).toEqual({ fields: 0, found: [] })
})

test('a project with hardly a field proves nothing', () => {
  const project = plantProject()
  try {
    expect(checkFieldNames(project.root)).toMatchObject({
      kind: 'failed',
      problems: expect.arrayContaining([expect.stringContaining('expected at least 1000')]),
    })
  } finally {
    project.remove()
  }
})
