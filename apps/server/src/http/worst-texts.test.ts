import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../adapters/system/secret-texts.ts'
import { ROUTES } from './route-table.ts'
import { startTestServer } from './testing/test-server.ts'

const LENGTH = 50_000
const WITHIN_MS = 10
/** What else the machine does can only add: the shortest of so many counts. */
const ROUNDS = 7

/** Texts on which a pattern that goes back over what it read takes for ever. */
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

describe('[SEC-56] no text of 50,000 characters takes a schema more than 10 ms', () => {
  test.each(bodies)('%s', (_name, body) => {
    const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
    const names = Object.keys(schema.properties ?? {})
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      for (const [piece, text] of WORST) {
        const times = Array.from({ length: ROUNDS }, () => {
          const begun = performance.now()
          body.safeParse({ [name]: text })
          return performance.now() - begun
        })
        expect([name, piece, Math.min(...times) < WITHIN_MS]).toEqual([name, piece, true])
      }
    }
  })
})

test('[SEC-35] ids are 128 random bits, and none comes twice', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  // Each of the 128 bits is set about half of the time: nothing of it is fixed, or counts.
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
  // Each was written as one line, which is how it could be read again; `logged` parses them one by one.
  for (const line of server.logged.filter(({ msg }) => !msg.startsWith('Server listening'))) {
    expect(line.level).toBeLessThan(60)
    expect(line.msg).toMatch(/^[a-z-]+$/)
    expect(String(line.url ?? '').length).toBeLessThanOrEqual(200)
  }
  await server.stop()
})
