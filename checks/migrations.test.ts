import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkMigrations, shrinkingSteps } from './migrations.ts'

test.each([
  'drop table tickets',
  'ALTER TABLE "tickets" DROP COLUMN "title";',
  'alter table tickets rename column title to heading',
  'ALTER TABLE "users" ALTER COLUMN "email" SET DATA TYPE varchar(80);',
  'alter table users alter column phone set not null',
  'alter table users add column level integer not null',
])('[M5] a later migration may not say: %s', (step) => {
  expect(shrinkingSteps('0013_later.sql', `create table t (id text)\n--> statement-breakpoint\n${step}`)).toHaveLength(
    1,
  )
  expect(shrinkingSteps('0012_leases.sql', step)).toEqual([])
  expect(shrinkingSteps('0016_gone.sql', `-- contracts since 0015: nothing has read it since 0.5\n${step}`)).toEqual([])
  for (const said of [
    '-- contracts: nothing reads it',
    '-- contracts since 0016: itself',
    '-- contracts since 0017: later',
  ])
    expect(shrinkingSteps('0016_gone.sql', `${said}\n${step}`)).toHaveLength(1)
})

test.each([
  'create table t (id text not null)',
  'alter table users add column note text',
  'alter table users add column level integer default 3 not null',
  'alter table users add column key text generated always as (email) stored not null',
  'create index on users (email)',
])('[M5] it may say: %s', (step) => {
  expect(shrinkingSteps('0013_later.sql', step)).toEqual([])
})

test('[M5] all migrations keep the rule', () => {
  expect(checkMigrations(join(import.meta.dirname, '..'))).toMatchObject({ kind: 'passed' })
})
