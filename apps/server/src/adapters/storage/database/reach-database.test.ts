import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { atAddress } from './address.ts'
import { sentenceOf } from './reach-database.ts'

const { owner } = inject('testPostgres')

async function failureOf(config: ClientConfig): Promise<unknown> {
  const client = new Client(config)
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end(),
    (error: unknown) => error,
  )
}

test.each([
  ['without a socket', { ...owner, host: join(tmpdir(), 'none') }, 'ENOENT'],
  ['that refuses', { ...owner, host: '127.0.0.1', port: 1 }, 'ECONNREFUSED'],
  ['with another password', { ...owner, password: 'guessed' }, '28P01'],
  ['that lacks the database', { ...owner, database: 'none' }, '3D000'],
])('a server %s counts as unreachable', async (_kind, config, code) => {
  expect(sentenceOf(await failureOf(config))).toBe(`the database cannot be reached (${code})`)
})

test('a server that never answers is given up, in a sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const failure = await failureOf(atAddress(`postgres://a:b@127.0.0.1:${port}/none`))
  expect(sentenceOf(failure)).toBe('the database cannot be reached (timeout expired)')
})

test('a file that is missing says nothing about the database', () => {
  let failure: unknown
  try {
    readFileSync(join(tmpdir(), 'none'))
  } catch (error) {
    failure = error
  }
  expect(failure).toMatchObject({ code: 'ENOENT' })
  expect(sentenceOf(failure)).toBeNull()
})
