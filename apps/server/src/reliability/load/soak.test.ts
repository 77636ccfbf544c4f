import { expect, test } from 'vitest'
import { notShown, recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, soakMinutes } from '../../../../../scripts/run-length.ts'
import { growthPerHour, isFlat, type Sample } from '../testing/growth.ts'
import { Crowd } from '../testing/load/crowd.ts'
import { Caller } from '../testing/load/load.ts'
import type { ProcessUse } from '../testing/world/inside.ts'
import { WatchedServer } from '../testing/world/watched-server.ts'

const FOR_MS = isLongRun ? soakMinutes * 60_000 : 4_000
/** Time before the first sample, ms: survival curves, caches and compiled code fill up. */
const WARM_UP_MS = isLongRun ? Math.min(5 * 60_000, FOR_MS / 3) : 0
const SAMPLE_EVERY_MS = isLongRun ? 10_000 : 500
/** The simulated market; the long run has its usual size. */
const SETTINGS = { LIVE_FOR_ALL: '1', ...(isLongRun ? { SIM_SYMBOLS: '120' } : {}) }
const READERS = isLongRun ? 200 : 20
const CALLS_PER_SECOND = isLongRun ? 100 : 20
/**
 * Largest growth of the heaps that passes, bytes an hour. C7 asks for less than 1 MiB/h over 24 h; in minutes the
 * survival curves of a new market still grow.
 */
const HELD_PER_HOUR = 64 * 1024 * 1024
const LEAST_SAMPLES = 6
/** Allowed growth of the number of timers, which come and go. */
const TIMER_SLACK = 5
/** Allowed growth of the number of handles; the short run also has connections that callers open when none is free. */
const HANDLE_SLACK = isLongRun ? 5 : 50
/** Allowed growth of timers here: in the short run a new thread may answer for the first time. */
const SOAK_TIMER_SLACK = isLongRun ? TIMER_SLACK : 50
const LIST = '/api/arbitrage-opportunities'
const DAY_MS = 86_400_000
const MIB = 1024 * 1024

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const handlesOf = ({ threads }: ProcessUse) =>
  sum(threads.map(({ resources }) => sum(Object.values(resources)) - (resources.Timeout ?? 0)))
const timersOf = ({ threads }: ProcessUse) => sum(threads.map(({ resources }) => resources.Timeout ?? 0))

test('[C7] heap, handles and timers stay level while it is read and called all the time', {
  timeout: WARM_UP_MS + FOR_MS + 180_000,
}, async (context) => {
  const server = await WatchedServer.started({ ...SETTINGS, RATE_LIMIT_SCALE: '1000000' })
  const crowd = new Crowd()
  const caller = new Caller()
  context.onTestFinished(async () => {
    crowd.stop()
    caller.stop()
    await server.remove()
  })
  await server.becomes({ database: 'ready' })
  crowd.open(server.origin, { count: READERS, perSecond: 200 })
  await crowd.until(({ served }) => served === READERS, 60_000)
  const calls = caller.load({
    port: Number(new URL(server.origin).port),
    path: LIST,
    how: { kind: 'open', perSecond: CALLS_PER_SECOND, ready: 0 },
    forMs: WARM_UP_MS + FOR_MS,
    warmUpMs: 0,
  })
  await sleep(WARM_UP_MS)
  const begun = performance.now()
  const heaps: Sample[] = []
  const residents: Sample[] = []
  const handles: number[] = []
  const timers: number[] = []
  // Samples that lack a thread are skipped: their sums cannot be compared.
  let most = 0
  while (performance.now() - begun < FOR_MS || heaps.length < LEAST_SAMPLES) {
    const use = await server.use()
    most = Math.max(most, use.threads.length)
    if (use.threads.length < most) continue
    const time = performance.now()
    heaps.push({ time, value: sum(use.threads.map(({ heap }) => heap)) + use.external })
    residents.push({ time, value: use.rss })
    handles.push(handlesOf(use))
    timers.push(timersOf(use))
    await sleep(SAMPLE_EVERY_MS)
  }
  const { accepted } = await calls
  const growth = growthPerHour(heaps)
  expect(accepted).toBeGreaterThan(0)
  expect((await crowd.report()).readers).toBe(READERS)
  expect(isFlat(handles, HANDLE_SLACK), `handles ${handles.join(' ')}`).toBe(true)
  expect(isFlat(timers, SOAK_TIMER_SLACK), `timers ${timers.join(' ')}`).toBe(true)
  if (isLongRun) expect(growth).toBeLessThan(HELD_PER_HOUR)
  const span = (counts: readonly number[]) => `${Math.min(...counts)} to ${Math.max(...counts)}`
  const mib = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`
  recordFigure(context, {
    row: 'C7',
    wanted: '24 h at the simulated peak: heap slope < 1 MiB/h after warm-up; handles and timers flat',
    measured:
      `${Math.round(FOR_MS / 1_000)} s, not 24 h, after ${Math.round(WARM_UP_MS / 1_000)} s of warm-up, ${READERS} readers and ${accepted} calls: heaps of all threads after a collection ` +
      `${growth >= 0 ? '+' : ''}${mib(growth)}/h (${mib(heaps[0]?.value ?? Number.NaN)} to ${mib(heaps.at(-1)?.value ?? Number.NaN)}), resident ${mib(residents[0]?.value ?? Number.NaN)} to ${mib(residents.at(-1)?.value ?? Number.NaN)}; ` +
      `handles ${span(handles)}, timers ${span(timers)}`,
    notShown: notShown(FOR_MS < DAY_MS && '24 h', growth >= MIB && 'less than 1 MiB/h'),
    seed: 0,
  })
})
