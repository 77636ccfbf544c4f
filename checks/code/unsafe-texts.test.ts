import { expect, test } from 'vitest'
import { hasNestedQuantifier, unsafeTexts } from './unsafe-texts.ts'

const STORE = 'apps/server/src/adapters/storage/x-store.ts'
const at = (text: string, path = STORE) => unsafeTexts({ path, text })

test.each([
  'client.query(`select * from users where id = ${id}`)',
  "client.query('select * from users order by ' + sort)",
  'client.query(("select " + name))',
  'statements.execute(sql.raw(text))',
  'const a = sql.raw(name)',
  'pool.query(copyTo(`copy ${table} to stdout`))',
])('[SEC-54] a statement that is put together of text is caught: %s', (text) => {
  expect(at(text)).toEqual([`${STORE}:1 puts a statement together of text`])
})

test.each([
  ['bound by Drizzle', 'statements.execute(sql`select * from users where id = ${id}`)', STORE],
  ['bound by the driver', "client.query('select 1 from users where id = $1', [id])", STORE],
  ['nothing put into it', 'client.query(`select 1`)', STORE],
  [
    'names of ours, escaped',
    'client.query(`grant ${role} to current_user`)',
    'apps/server/src/adapters/storage/database/roles.ts',
  ],
  ['no statement', 'log(`session ${id} ended`)', STORE],
])('[SEC-54] any other statement is let through: %s', (_what, text, path) => {
  expect(at(text, path)).toEqual([])
})

test.each(['(a+)+', '(a*)*$', '^(\\w+\\s?)+$', '([a-z]+){2,}', '(?:a|b+)*', '((a+)b?)*', '(x(y*)z)+', '(a{3,})+'])(
  '[SEC-56] a repeated repetition is caught: %s',
  (pattern) => {
    expect(hasNestedQuantifier(pattern)).toBe(true)
    expect(at(`const a = /${pattern}/u`)).toEqual([`${STORE}:1 repeats a repetition`])
  },
)

test.each(['a+b+', '(a+)', '(a+)?', '(ab)+', '([+*])+', '(\\++)?', '[(a+)+]', '(\\d{3})+', '(a{1,3})+', '\\(a+\\)+'])(
  '[SEC-56] one repetition after another is not: %s',
  (pattern) => {
    expect(hasNestedQuantifier(pattern)).toBe(false)
  },
)
