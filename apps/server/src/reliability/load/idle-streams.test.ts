import { expect, test } from 'vitest'
import { notShown, recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { Crowd } from '../testing/load/crowd.ts'
import { isQuiet } from '../testing/quiet-machine.ts'
import type { ProcessUse } from '../testing/world/inside.ts'
import { WatchedServer } from '../testing/world/watched-server.ts'

const READERS = isLongRun ? 10_000 : 100
const OPENED_PER_SECOND = 1_000
const WARM_UP_MS = isLongRun ? 20_000 : 0
/** Time of listening, ms; the long run covers two heartbeats of each reader. */
const LISTEN_MS = isLongRun ? 40_000 : 1_500
const GONE_WITHIN_MS = 60_000
const STATE_WITHIN_MS = 1_000
const LIVE_WITHIN_MS = 250
const KIB = 1024
const MIB = 1024 * KIB

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Memory of the main thread, which serves readers, bytes; other threads have their own heaps. */
const kept = ({ threads, external }: ProcessUse) => (threads[0]?.heap ?? Number.NaN) + external

test.for([
  ['live', { LIVE_FOR_ALL: '1' }, 'delta', LIVE_WITHIN_MS],
  ['visiting', {}, 'snapshot', STATE_WITHIN_MS],
] as const)(
  '[C2] thousands of %s readers cost little, hear each state in time, and leave nothing behind',
  async ([who, settings, event, withinMs], context) => {
    const server = await WatchedServer.started(settings)
    const crowd = new Crowd()
    context.onTestFinished(async () => {
      crowd.stop()
      await server.remove()
    })
    if (isLongRun) await server.becomes({ database: 'ready' })
    await sleep(WARM_UP_MS)
    const isJudged = isLongRun && isQuiet()
    const before = await server.use()
    crowd.open(server.origin, { count: READERS, perSecond: OPENED_PER_SECOND })
    await crowd.until(({ served }) => served === READERS, 60_000)
    await crowd.report(true)
    await sleep(LISTEN_MS)
    const seen = await crowd.report()
    const after = await server.use()
    expect(await server.figure('makas_http_streams_open')).toBe(READERS)
    crowd.stop()
    const leftAt = performance.now()
    await eventually(async () => (await server.figure('makas_http_streams_open')) === 0, GONE_WITHIN_MS)
    const goneMs = performance.now() - leftAt

    expect(seen).toMatchObject({ readers: READERS, served: READERS, lost: 0 })
    const heapEach = (kept(after) - kept(before)) / READERS
    const residentEach = (after.rss - before.rss) / READERS
    const behind = seen.behindFirst[event]
    // The memory of a hundred readers is too little to be seen beside everything else.
    if (isLongRun) {
      expect(residentEach).toBeLessThanOrEqual(40 * KIB)
      expect(heapEach).toBeLessThanOrEqual(40 * KIB)
      expect(after.rss - before.rss).toBeLessThanOrEqual(600 * MIB)
      expect(seen.fewestBeats).toBeGreaterThanOrEqual(2)
    }
    if (isJudged) {
      expect(behind.p99).toBeLessThanOrEqual(withinMs)
      expect(seen.statusAge.max).toBeLessThanOrEqual(STATE_WITHIN_MS)
    }
    const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`
    recordFigure(context, {
      row: 'C2',
      wanted:
        '10,000 readers: <= 40 KiB each, <= 600 MiB in all; heartbeat 15 s; a state within 1 s, live within 250 ms; dead ones gone <= 60 s',
      measured:
        `${READERS} ${who} readers: ${(residentEach / KIB).toPrecision(3)} KiB each (${(heapEach / KIB).toPrecision(2)} of it on the heap), ${mib(after.rss - before.rss)} in all; ` +
        `the whole process, engine and simulated exchanges with it, ${mib(before.rss)} before and ${mib(after.rss)} with them; ` +
        `${seen.fewestBeats} heartbeats at least in ${LISTEN_MS / 1_000} s; a ${event} p99 ${behind.p99} ms and at most ${behind.max} ms after the first reader has it, ` +
        `the status ${seen.statusAge.max} ms old at most; all gone ${Math.round(goneMs)} ms after their process was killed`,
      notShown: notShown(
        behind.p99 > withinMs && `p99 within ${withinMs} ms`,
        seen.statusAge.max > STATE_WITHIN_MS && 'a state within 1 s',
      ),
      seed: 0,
    })
  },
)
