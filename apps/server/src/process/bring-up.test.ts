import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Line } from '../adapters/storage/testing/line.ts'
import { databaseUrlOf, makeTestDatabase } from '../adapters/storage/testing/test-database.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { readConfig } from '../config/config.ts'
import { BringUp } from './bring-up.ts'

const { owner } = await makeTestDatabase()

function bringUpOn(databaseUrl: string): BringUp {
  const dataDir = mkdtempSync(join(tmpdir(), 'makas-bring-up-'))
  const reading = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ROLE: 'all', MARKET: 'demo' })
  if (reading.kind === 'refused') throw new Error(reading.mistakes.join('\n'))
  const bringUp = new BringUp({
    config: reading.config,
    clock: createSystemClock(),
    logEvent: () => undefined,
    market: { demoMarket: () => null, isDemoShown: () => true, isLive: () => false, exchangeOffsets: () => [] },
    keysRefused: async () => undefined,
    tellSetUp: () => undefined,
  })
  onTestFinished(async () => {
    bringUp.giveUp()
    await bringUp.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return bringUp
}

test('a call that comes before the database waits for accounts, and the next one not at all', async () => {
  const bringUp = bringUpOn(databaseUrlOf(owner))
  await bringUp.startUsers()
  expect(bringUp.users).not.toBeNull()
  expect(bringUp.startUsers()).toBeNull()
})

test('a call that waits for accounts goes on when the database turns out to be down, and the next one at once', async () => {
  const bringUp = bringUpOn('postgres://a:b@127.0.0.1:1/none')
  await bringUp.startUsers()
  expect([bringUp.storageState, bringUp.users]).toEqual(['down', null])
  expect(bringUp.startUsers()).toBeNull()
})

test('a call that waits for accounts goes on when the server stops', async () => {
  const line = new Line(owner)
  await line.listen()
  onTestFinished(() => line.close())
  line.mode = 'silent'
  const bringUp = bringUpOn(databaseUrlOf(line.connection))
  const waiting = bringUp.startUsers()
  bringUp.giveUp()
  await waiting
  expect([bringUp.storageState, bringUp.users]).toEqual(['starting', null])
  expect(bringUp.startUsers()).toBeNull()
})
