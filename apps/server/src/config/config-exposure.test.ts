import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeKeyRing } from '../adapters/system/keys/key-file.ts'
import { readConfig } from './config.ts'
import { doubtsOf } from './config-exposure.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-exposure-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MASTER_KEY_FILE = join(folder, 'master.key')
makeKeyRing(MASTER_KEY_FILE)
const API = {
  ROLE: 'api',
  DATABASE_URL: 'postgres://a@localhost/c',
  NATS_URL: 'nats://localhost:4222',
  MASTER_KEY_FILE,
}
const mistakesOf = (environment: Record<string, string>) => {
  const reading = readConfig({ ...API, ...environment })
  return reading.kind === 'refused' ? reading.mistakes.map((line) => line.replace(/ wants .*/, '')) : []
}

test.each([
  ['nats://bus.example'],
  ['nats://a:hush@10.89.0.4:4222'],
  ['tls://bus.example'],
  ['nats://localhost,tls://a:hush@bus.example'],
  ['tls://a:hush@bus.example,nats://other.example'],
])(
  '[SEC-94] a bus beyond this machine without encryption or without a name is refused at the start: %s',
  (NATS_URL) => {
    expect(mistakesOf({ NATS_URL })).toEqual(['NATS_URL: beyond this machine'])
    expect(mistakesOf({ NATS_URL, PRIVATE_NETWORK: '1' })).toEqual([])
  },
)

test.each([
  ['postgres://a:hush@db.example/c'],
  ['postgres://a:hush@localhost/c?host=db.example'],
  ['postgres://a:hush@db.example/c?sslmode=prefer'],
  ['postgres://a:hush@db.example/c?sslmode=no-verify'],
  ['postgres://a:hush@db.example/c?sslmode=require&uselibpqcompat=true'],
])('[SEC-94] a database beyond this machine without encryption is refused at the start: %s', (DATABASE_URL) => {
  expect(mistakesOf({ DATABASE_URL })).toEqual(['DATABASE_URL: beyond this machine'])
  expect(mistakesOf({ DATABASE_URL, PRIVATE_NETWORK: '1' })).toEqual([])
})

test('[SEC-94] an archive beyond this machine without encryption is refused at the start', () => {
  const archive = (ARCHIVE_URL: string, more = {}) => {
    const reading = readConfig({ ARCHIVE_URL, ...more })
    return reading.kind === 'refused' ? reading.mistakes.map((line) => line.replace(/ wants .*/, '')) : []
  }
  const plain = 'http://key:hush@storage.example/b'
  expect(archive(plain)).toEqual(['ARCHIVE_URL: beyond this machine'])
  expect(archive(plain, { PRIVATE_NETWORK: '1' })).toEqual([])
  for (const good of ['http://key:hush@127.0.0.1:9000/b', 'https://key:hush@storage.example/b', folder])
    expect(archive(good)).toEqual([])
})

test('what is encrypted, or stays on this machine, is taken', () => {
  for (const NATS_URL of ['nats://127.0.0.1:4222', 'nats://[::1]', 'tls://a:b@one.example,tls://two.example'])
    expect(mistakesOf({ NATS_URL })).toEqual([])
  for (const DATABASE_URL of [
    ...['postgres://a@127.0.0.1/c', 'postgres://a:b@%2Ftmp%2Fpg:5432/c', 'postgres://a@localhost/c?host=/tmp/pg'],
    ...['postgres://a@db.example/c?sslmode=verify-full', 'postgres://a@db.example/c?sslmode=require'],
  ])
    expect(mistakesOf({ DATABASE_URL })).toEqual([])
})

test('settings that open more than they should are remarked on', () => {
  const doubts = (environment: Record<string, string>) => {
    const reading = readConfig(environment)
    if (reading.kind === 'refused') throw new Error(reading.mistakes.join(' '))
    return doubtsOf(reading.config).map((line) => line.split(':')[0])
  }
  expect(doubts({})).toEqual([])
  expect(doubts({ RATE_LIMIT_SCALE: '1000', MARKET: 'demo' })).toEqual([])
  expect(doubts({ RATE_LIMIT_SCALE: '1000', MARKET: 'live' })).toEqual(['RATE_LIMIT_SCALE=1000'])
  expect(doubts({ HOST: '0.0.0.0' })).toEqual(['HOST=0.0.0.0'])
  for (const given of [{ PUBLIC_ORIGIN: 'https://a.example' }, { TRUST_PROXY: '10.0.0.1' }])
    expect(doubts({ HOST: '0.0.0.0', ...given })).toEqual([])
})
