import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { BUFFER_LIMIT } from '../../http/stream/stream-client.ts'
import { row } from '../../http/testing/rows.ts'
import { type SseEvent, SseReader } from '../../http/testing/sse-reader.ts'
import { eventually, startTestServer, type TestServer } from '../../http/testing/test-server.ts'
import { Delays } from '../testing/delays.ts'

const SLOW = isLongRun ? 100 : 5
const QUICK = 10
const ROWS = 200
/** Bytes of each read, 1 KB a second. */
const READ_BYTES = 100
const READ_EVERY_MS = 100
/** Rounds in which quick readers are timed before slow ones connect, and again beside them. */
const ALONE = isLongRun ? 60 : 20
const MOST_ROUNDS = 2_000
const ROUND_MS = 260
const CUT_AFTER_MS = 10_000
/** Time between two looks of the hub at slow readers, ms. */
const LOOK_MS = 1_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const roundOf = ({ data }: SseEvent) => (data.upsert as { net_pnl: number }[] | undefined)?.[0]?.net_pnl

/** Reads the stream at 1 KB/s. */
function readSlowly(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/stream HTTP/1.1\r\nhost: x\r\n\r\n'))
  // A `readable` listener keeps the stream paused.
  socket.on('readable', () => undefined)
  socket.on('error', () => socket.destroy())
  const timer = setInterval(() => socket.read(READ_BYTES), READ_EVERY_MS)
  socket.on('close', () => clearInterval(timer))
  return socket
}

/**
 * A server whose whole list changes each round; the long run uses the real clock, the usual one advances a test clock.
 */
class Rounds {
  round = 0
  mostWaiting = 0
  readonly #server: TestServer
  readonly #quick: readonly SseReader[]

  constructor(server: TestServer, quick: readonly SseReader[]) {
    this.#server = server
    this.#quick = quick
  }

  /** Publishes one round; adds the delay of each quick reader to `delays`, ms. */
  async next(delays: Delays): Promise<void> {
    const round = ++this.round
    const begun = performance.now()
    if (!isLongRun) this.#server.clock.advance(ROUND_MS)
    this.#server.scripted.publish({ rows: rowsOf(round) })
    const waiting = new Set(this.#quick)
    while (waiting.size > 0) {
      for (const reader of waiting) {
        const last = reader.of('delta').at(-1)
        if (last === undefined || roundOf(last) !== round) continue
        waiting.delete(reader)
        delays.add(performance.now() - begun)
      }
      if (performance.now() - begun > 20_000) throw new Error(`round ${round} did not reach ${waiting.size} readers`)
      if (waiting.size > 0) await sleep(1)
    }
    for (const reader of this.#quick) reader.events.length = 0
    this.mostWaiting = Math.max(this.mostWaiting, await mostWaitingOf(this.#server))
    if (isLongRun) await sleep(Math.max(0, ROUND_MS - (performance.now() - begun)))
  }
}

const rowsOf = (round: number) =>
  Array.from({ length: ROWS }, (_, at) => row(`spot.C${at}-USDT.okx.kraken`, { net_pnl: round }))

async function mostWaitingOf(server: TestServer): Promise<number> {
  const text = await (await server.get('/metrics')).text()
  return Number(/^makas_http_stream_waiting_bytes_most (\d+)$/m.exec(text)?.[1])
}

test('[C1] readers of 1 KB/s get no more than 256 KiB each and are cut after 10 s; a late one gets the newest, the others notice nothing', async (context) => {
  const server = await startTestServer({ liveForAll: true, rateLimitScale: 1_000 })
  context.onTestFinished(() => server.stop())
  server.scripted.publish({ rows: rowsOf(0) })
  await eventually(() => server.board.view(true).lists.spot.rows.length === ROWS)
  const quick = Array.from({ length: QUICK }, () => new SseReader(server.origin))
  await eventually(() => quick.every((reader) => reader.of('snapshot').length === 1))
  const rounds = new Rounds(server, quick)
  const alone = new Delays()
  while (rounds.round < ALONE) await rounds.next(alone)

  const slow = Array.from({ length: SLOW }, () => readSlowly(server.port))
  const late = connect(server.port, '127.0.0.1', () => late.write('GET /api/stream HTTP/1.1\r\nhost: x\r\n\r\n'))
  let heard = ''
  late.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece
  })
  late.on('error', () => undefined)
  await eventually(() => server.inFlight() === QUICK + SLOW + 1)
  await eventually(() => heard.includes('event: snapshot'))
  late.pause()
  const beside = new Delays()
  let behindAt: number | null = null
  let resumedAt = 0
  while (server.inFlight() > QUICK + 1 && rounds.round < MOST_ROUNDS) {
    await rounds.next(beside)
    const isBehind = rounds.mostWaiting > BUFFER_LIMIT / 2
    if (isBehind && behindAt === null) behindAt = server.clock.now()
    // Behind for over five seconds, less than the ten after which the reader is cut.
    if (resumedAt === 0 && behindAt !== null && server.clock.now() - behindAt > 5_000) {
      heard = ''
      late.resume()
      resumedAt = rounds.round
    }
  }
  const cutMs = server.clock.now() - (behindAt ?? Number.NaN)
  expect(server.inFlight()).toBe(QUICK + 1)
  expect(rounds.mostWaiting).toBeLessThanOrEqual(BUFFER_LIMIT)
  expect(quick.every((reader) => !reader.isEnded)).toBe(true)
  // The states in between are left out: after the bytes in the kernel's buffers come one snapshot and then new deltas.
  await rounds.next(beside)
  await eventually(() => heard.includes(`"net_pnl":${rounds.round}`))
  const snapshots = heard.split('event: snapshot').length - 1
  const changes = heard.split('event: delta').length - 1
  expect(snapshots).toBe(1)
  expect(changes).toBeLessThan(rounds.round - ALONE)
  if (isLongRun) {
    expect(cutMs).toBeGreaterThan(CUT_AFTER_MS - LOOK_MS)
    expect(cutMs).toBeLessThan(CUT_AFTER_MS + 5 * LOOK_MS)
  }
  recordFigure(context, {
    row: 'C1',
    wanted: "a client reads 1 KB/s: buffer <= 256 KiB, newest wins, closed after 10 s above it, others' p99 unchanged",
    measured:
      `${SLOW} readers of 1 KB/s: ${Math.round(rounds.mostWaiting / 1024)} KiB waited for one at most; the last cut ${(cutMs / 1_000).toFixed(1)} s after the first was behind; ` +
      `p99 of ${QUICK} others ${beside.spread.p99} ms beside them, ${alone.spread.p99} ms alone; a late reader got ${changes} of ${rounds.round - ALONE} changes and one snapshot`,
    seed: 0,
  })
  for (const socket of [...slow, late]) socket.destroy()
  for (const reader of quick) reader.cut()
})
