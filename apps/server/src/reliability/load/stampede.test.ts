import { expect, test } from 'vitest'
import { notShown, recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { Crowd } from '../testing/load/crowd.ts'
import { isQuiet } from '../testing/quiet-machine.ts'
import { WatchedServer } from '../testing/world/watched-server.ts'

const READERS = isLongRun ? 10_000 : 100
const OPENED_PER_SECOND = 1_000
const SIGNALS = isLongRun ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const)
const BACK_WITHIN_MS = 60_000
const LOOP_P99_MS = 200

test.for(SIGNALS)(
  '[C3] readers who lose the server all together come back spread out, after %s',
  {
    timeout: 480_000,
  },
  async (signal, context) => {
    const first = await WatchedServer.started()
    let server = first
    const crowd = new Crowd()
    context.onTestFinished(async () => {
      crowd.stop()
      await server.remove()
    })
    const isJudged = isLongRun && isQuiet()
    crowd.open(first.origin, { count: READERS, perSecond: OPENED_PER_SECOND })
    await crowd.until(({ served }) => served === READERS, 2 * BACK_WITHIN_MS)
    if (isLongRun) await first.becomes({ database: 'ready' })
    await crowd.report(true)

    const endedAt = Date.now()
    await first.end(signal)
    const startedAt = Date.now()
    server = await WatchedServer.started({ PORT: new URL(first.origin).port }, first.process.dataDir)
    // Reading the figure resets it, so that delays from loading code do not count here.
    await server.figure('nodejs_eventloop_lag_p99_seconds')
    const back = await crowd.until(({ served, lost }) => served === READERS && lost >= READERS, 3 * BACK_WITHIN_MS)
    const p99 = 1_000 * (await server.figure('nodejs_eventloop_lag_p99_seconds'))
    const backMs = back.lastServedAt - endedAt
    expect(await server.figure('makas_http_streams_open')).toBe(READERS)
    if (isJudged) {
      expect(back.refused).toEqual({})
      expect(backMs).toBeLessThanOrEqual(BACK_WITHIN_MS)
      expect(p99).toBeLessThan(LOOP_P99_MS)
    }
    recordFigure(context, {
      row: 'C3',
      wanted: 'restart with 10,000 clients: all back <= 60 s; event loop p99 < 200 ms',
      measured:
        `${READERS} visiting readers, ${signal}: all back after ${(backMs / 1_000).toFixed(1)} s, of which the server took ${((startedAt - endedAt) / 1_000).toFixed(1)} s to end; ` +
        `event loop p99 ${Math.round(p99)} ms; ${back.lost - READERS} tries failed, ${Object.values(back.refused).reduce((sum, count) => sum + count, 0)} of them refused for overload`,
      notShown: notShown(
        backMs > BACK_WITHIN_MS && 'all back within 60 s',
        p99 >= LOOP_P99_MS && 'event loop p99 under 200 ms',
      ),
      seed: 0,
    })
  },
)
