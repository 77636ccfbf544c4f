import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../scripts/run-length.ts'
import { databaseUrlOf, makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { logOf } from '../testing/log-lines.ts'
import { failingServer, HELD, plant } from '../testing/world/failing-server.ts'

const EXIT_WITHIN_MS = 15_000
/** Time in which a repeated signal counts as an echo of the first, ms (`stop-signals.ts`). */
const ECHO_MS = 500
const HOUR_MS = 3_600_000
const DATABASE_URL = databaseUrlOf((await makeTestDatabase()).owner)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a server and leaves one request on it that is never answered. */
async function hanging() {
  const server = failingServer({ DATABASE_URL })
  const origin = await server.origin()
  const stuck = plant(origin, 'hang')
  await eventually(() => server.stderr.includes(HELD))
  return { server, origin, stuck }
}

const reasons = (server: Parameters<typeof logOf>[0]) =>
  logOf(server)
    .filter(({ msg }) => msg === 'forced-exit')
    .map(({ reason }) => reason)

test('[L2] a second signal, or what hangs while it stops, ends it by force: within 15 s, not with 0, and it says why', {
  timeout: HOUR_MS,
}, async (context) => {
  const seed = seedFor('L2', 2)
  const random = seededRandom(seed)
  const twice = isLongRun ? 20 : 2
  const hangs = isLongRun ? 3 : 1
  const ends: number[] = []
  for (let nth = 0; nth < twice; nth++) {
    const { server, stuck } = await hanging()
    const again = nth % 2 === 0 ? 'SIGTERM' : 'SIGINT'
    server.signal('SIGTERM')
    await sleep(ECHO_MS + 100 + random() * (isLongRun ? 8_000 : 500))
    server.signal(again)
    const { code, afterMs } = await server.exit
    expect([code, reasons(server), await stuck]).toEqual([1, [`second ${again}`], false])
    ends.push(afterMs)
  }
  let slowest = 0
  for (let nth = 0; nth < hangs; nth++) {
    const { server, origin, stuck } = await hanging()
    // In the long run the last server also has a blocked engine.
    const isDeaf = nth > 0 && nth === hangs - 1
    if (isDeaf) await plant(origin, 'engine-blocked')
    server.signal('SIGTERM')
    const { code, afterMs } = await server.exit
    expect([code, await stuck, reasons(server).length]).toEqual([1, false, 1])
    expect(reasons(server)[0]).toMatch(/^(a request did not finish in time|drain took too long)$/)
    slowest = Math.max(slowest, afterMs)
  }
  expect(slowest).toBeLessThan(EXIT_WITHIN_MS * slack)
  recordFigure(context, {
    row: 'L2',
    wanted: 'forced exit <= 15 s, non-zero, reason logged',
    measured: `${twice} second signals: status 1 after ${Math.round(Math.max(...ends))} ms at most; ${hangs} requests that never end: status 1 after ${Math.round(slowest)} ms at most; each said why`,
    seed,
  })
})
