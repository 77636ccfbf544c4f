import { foldText } from '@makas/domain'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { makeTestDatabase } from '../testing/test-database.ts'
import { folded } from './columns.ts'

const { owner, query } = await makeTestDatabase()
const statement =
  new PgDialect().sqlToQuery(sql`select ${folded(sql`given`)} as folded from unnest(${sql.param('{}')}::text[])
  with ordinality as texts(given, place) order by place`).sql

async function foldedBy(ask: typeof query, texts: readonly string[]): Promise<readonly unknown[]> {
  return (await ask(statement, [texts])).map((row) => row.folded)
}

const SAMPLES = [
  'CEKIM ÇEKİM çekım İSTANBUL ıstanbul',
  'kâr KÂR ÂÎÛ café É e\u0301 I\u0307 x\u0302y',
  'ΟΔΟΣ οδός Άνω ΪΌ ᾈ Σ ς σ',
  'Ёлка ЙОД Щука Ї',
  'ØRE ÆSIR Łódź Þór ẞ ß Å \u212b \u212a',
  '한국 \u1112\u1161\u11ab かが',
  '😀 100%_\\ "\' \t\n',
]

test('code and database fold alike, whatever the letters', async () => {
  expect(await foldedBy(query, SAMPLES)).toEqual(SAMPLES.map(foldText))
  const between = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))
  const letter = fc.oneof(
    fc.constantFrom(...'çğıöşüÇĞİÖŞÜâîûÂÎÛIi '),
    between(0x20, 0x24f),
    between(0x300, 0x36f),
    between(0x391, 0x3a1),
    between(0x3a3, 0x3ce),
    between(0x400, 0x52f),
    between(0x1e00, 0x1eff),
    between(0x1100, 0x1112),
    between(0x1161, 0x1175),
    between(0xac00, 0xd7a3),
  )
  const text = fc.array(letter, { maxLength: 30 }).map((letters) => letters.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 200 }), async (texts) => {
      expect(await foldedBy(query, texts)).toEqual(texts.map(foldText))
    }),
    { numRuns: 30 },
  )
})

test('a database made for Turkish, or for a language with capitals of its own, folds no other way', async () => {
  const name = `makas_turkish_${process.pid}`
  await query(`create database ${name} template template0 locale_provider icu icu_locale 'tr-TR'`)
  const client = new Client({ ...owner, database: name })
  try {
    await client.connect()
    // This database's own locale folds I to ı.
    expect((await client.query(`select lower('I') as small`)).rows).toEqual([{ small: 'ı' }])
    const ask = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
    expect(await foldedBy(ask, SAMPLES)).toEqual(SAMPLES.map(foldText))
  } finally {
    await client.end()
    await query(`drop database ${name} with (force)`)
  }
})

test.each([
  ['of three bytes', '한'],
  ['that grow when they are made small', 'Ⱥ'],
  ['of the Turkish alphabet', 'Ş'],
  ['of four bytes', '𐐀'],
])('names of the greatest length fit the keys that they are sorted by: letters %s', async (_what, letter) => {
  const name = letter.repeat(80 / letter.length)
  const email = `${'a'.repeat(254 - '@example.org'.length)}@example.org`
  await query(
    `insert into users (id, role, email, email_key, first_name, last_name, phone, password_hash, pepper_id,
      password_changed_at, created_at, updated_at)
     values ('longest-of-all-the-ids', 'user', $1, $1, $2, $2, '+905321234567', 'x', 'x', now(), now(), now())`,
    [email, name],
  )
  const [row] = await query(`delete from users where id = 'longest-of-all-the-ids' returning search_key`)
  expect(row?.search_key).toBe(foldText(`${email} ${name} ${name}`))
})
