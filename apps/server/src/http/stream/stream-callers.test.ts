import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import type { SessionStore } from '../../app/ports/users/sessions.ts'
import { row } from '../testing/rows.ts'
import { SseReader } from '../testing/sse-reader.ts'
import { eventually } from '../testing/test-server.ts'
import { send, signUp, startUserServer, type UserServer } from '../testing/user-server.ts'

type Find = SessionStore['find']

let server: UserServer
const readers: SseReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await server.stop()
})

/** A server whose session look-ups go through `through`. */
async function startWith(through: (find: Find, id: string) => ReturnType<Find>, areUsersUp = () => true) {
  server = await startUserServer({
    areUsersUp,
    change: ({ sessions }) => ({ sessions: { ...sessions, find: (id) => through(sessions.find, id) } }),
  })
  server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
}
function read(token: string): SseReader {
  const reader = new SseReader(server.origin, { authorization: `Bearer ${token}` })
  readers.push(reader)
  return reader
}
/** A viewer whose stream has come as far as its first snapshot, of this source. */
async function reading(token: string, source: 'live' | 'cache'): Promise<SseReader> {
  // The clock may have moved during a look-up, which counts as a slow database until the next, quick look-up.
  if (source === 'live') expect((await send(server, '/api/auth/me', undefined, { token })).status).toBe(200)
  const reader = read(token)
  await eventually(() => reader.of('snapshot').length > 0)
  expect(reader.of('snapshot')[0]?.data).toMatchObject({ source })
  return reader
}
/** Real time that the server has for what it would do. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50))
const metrics = async () => (await server.get('/metrics')).text()

test('a client that leaves while its session is looked up leaves no stream behind', async () => {
  let lookups = 0
  let gate: Promise<void> | null = null
  let release: () => void = () => undefined
  await startWith(async (find, id) => {
    lookups++
    await gate
    return find(id)
  })
  const { token } = await signUp(server)
  gate = new Promise((resolve) => {
    release = resolve
  })
  const head = `GET /api/stream?mode=spot HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
  const sockets = Array.from({ length: 5 }, () => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
    return socket
  })
  await eventually(() => server.inFlight() === 5)
  for (const socket of sockets) socket.destroy()
  await eventually(() => server.inFlight() === 0)
  release()
  await aMoment()
  expect(await metrics()).toContain('makas_http_streams_open 0')
  const before = lookups
  server.clock.advance(10_000)
  await aMoment()
  expect(lookups).toBe(before)
  const sixth = read(token)
  await eventually(() => sixth.status !== 0)
  expect(sixth.status).toBe(200)
})

test('a stream that was opened while the sessions were lost makes way for the live one once they are back', async () => {
  let isLost = false
  await startWith(async (find, id) => {
    if (isLost) throw new StorageFailure('unavailable', 'lost')
    return find(id)
  })
  const { token } = await signUp(server)
  isLost = true
  const reader = await reading(token, 'cache')
  server.clock.advance(5_000)
  await aMoment()
  expect(reader.isEnded).toBe(false)
  isLost = false
  server.clock.advance(5_000)
  await eventually(() => reader.isEnded)
  expect(reader.other.at(-1)).toBe('retry: 500')
  await reading(token, 'live')
})

test('a look-up that took too long is made again', async () => {
  let gate: Promise<void> | null = null
  let release: () => void = () => undefined
  await startWith(async (find, id) => {
    await gate
    return find(id)
  })
  const { token } = await signUp(server)
  gate = new Promise((resolve) => {
    release = resolve
  })
  const reader = await reading(token, 'cache')
  gate = null
  release()
  await eventually(async () => {
    server.clock.advance(2_000)
    await aMoment()
    return reader.isEnded
  })
  await reading(token, 'live')
})

test('a stream that was opened before the accounts were there makes way too, and that of a bad token stays', async () => {
  let areUp = true
  let lookups = 0
  await startWith(
    (find, id) => {
      lookups++
      return find(id)
    },
    () => areUp,
  )
  const { token } = await signUp(server)
  areUp = false
  const [reader, bad, left] = [
    await reading(token, 'cache'),
    await reading('x.y.z', 'cache'),
    await reading(token, 'cache'),
  ]
  server.clock.advance(5_000)
  await aMoment()
  left.cut()
  await eventually(async () => (await metrics()).includes('makas_http_streams_open 2'))
  expect(reader.isEnded).toBe(false)
  areUp = true
  server.clock.advance(5_000)
  await eventually(() => reader.isEnded)
  const before = lookups
  for (let round = 0; round < 3; round++) {
    server.clock.advance(5_000)
    await aMoment()
  }
  expect([lookups, bad.isEnded]).toEqual([before, false])
})
