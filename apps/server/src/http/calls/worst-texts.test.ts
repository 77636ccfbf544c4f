import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../../adapters/system/secrets/secret-texts.ts'
import { tooMany } from '../testing/samples.ts'
import { startTestServer } from '../testing/test-server.ts'
import { ROUTES } from './route-table.ts'

const LENGTH = 50_000
const WITHIN_MS = 10
/**
 * A text is too slow if it is too slow in most rounds, which are spread over time. CPU time of the thread is measured,
 * not waiting; where one measurement in a hundred is slow for another reason (a garbage collection), that makes one of
 * all texts too slow in less than one run of ten thousand.
 */
const ROUNDS = 9
const DEAR = 0.01
const ERROR = 1e-4

/** Texts that make a backtracking pattern take exponential time. */
const WORST = [
  'a',
  ' ',
  '@',
  '.',
  'a@',
  'a.',
  '+1 ',
  '(',
  '-',
  '1',
  '\u0301',
  '\u202e',
  'a ',
  '👩‍👩‍👧',
  '\n',
  '%',
  '"',
  '\\',
].map(
  (piece) => [JSON.stringify(piece), `${piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH)}!`] as const,
)

const bodies = ROUTES.flatMap(({ method, path, body }) => (body === null ? [] : [[`${method} ${path}`, body] as const]))

/** Each body's fields, each filled with each of the texts. */
const fieldsOf = (body: (typeof bodies)[number][1]) =>
  Object.keys(
    (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {},
  )
const cases = bodies.reduce((sum, [, body]) => sum + fieldsOf(body).length * WORST.length, 0)
const TOO_OFTEN = tooMany(ROUNDS, DEAR, ERROR / cases)

describe('[SEC-56] no text of 50,000 characters takes a schema more than 10 ms', () => {
  test.each(bodies)('%s', (_name, body) => {
    const names = fieldsOf(body)
    expect(names.length).toBeGreaterThan(0)
    const slow = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of names) {
        for (const [piece, text] of WORST) {
          const begun = process.threadCpuUsage()
          body.safeParse({ [name]: text })
          const { user, system } = process.threadCpuUsage(begun)
          if ((user + system) / 1_000 < WITHIN_MS) continue
          const which = `${name}: ${piece}`
          slow.set(which, (slow.get(which) ?? 0) + 1)
        }
      }
    }
    expect([...slow].filter(([, times]) => times >= TOO_OFTEN)).toEqual([])
  })
})

test('[SEC-35] ids are 128 random bits, and none comes twice', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  // Each of the 128 bits is set about half of the time: none is fixed, none counts up.
  const set = new Array<number>(128).fill(0)
  for (const id of ids)
    for (const [place, byte] of [...Buffer.from(id, 'base64url')].entries())
      for (let bit = 0; bit < 8; bit++) set[8 * place + bit] = (set[8 * place + bit] ?? 0) + ((byte >> bit) & 1)
  for (const count of set) expect(Math.abs(count / ids.length - 0.5)).toBeLessThan(0.05)
})

test('[SEC-68] nothing that a person sends starts a new line of the log, or fills one', async () => {
  const server = await startTestServer()
  server.board.statusText = () => {
    throw new Error('planted')
  }
  const evil = '\r\n{"level":60}\u001b[31m\u202e'
  await server.get(`/api/status?x=${encodeURIComponent(evil)}${'a'.repeat(1_000)}`, { 'user-agent': 'x'.repeat(900) })
  await server.raw('GET /api/status?\r{"level":60}\x1b[31m HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const lines = server.logged.filter(({ msg }) => msg === 'request-failed')
  expect(lines.length).toBeGreaterThan(0)
  // Each entry was written as one line, which is how it can be read again; `logged` parses them one by one.
  for (const line of server.logged.filter(({ msg }) => !msg.startsWith('Server listening'))) {
    expect(line.level).toBeLessThan(60)
    expect(line.msg).toMatch(/^[a-z-]+$/)
    expect(String(line.url ?? '').length).toBeLessThanOrEqual(200)
  }
  await server.stop()
})
