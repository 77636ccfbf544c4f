import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, slack } from '../../../../../scripts/run-length.ts'
import { databaseUrlOf, makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import type { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { logOf } from '../testing/log-lines.ts'
import { type Failure, failingServer, plant } from '../testing/world/failing-server.ts'

const LIST = '/api/arbitrage-opportunities'
const BACK_WITHIN_MS = 2_000
/** Time between crashes that count as single ones, ms: five within a minute are a loop. */
const APART_MS = 16_000
const HOUR_MS = 3_600_000
const DATABASE_URL = databaseUrlOf((await makeTestDatabase()).owner)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Reads the list continuously; `failures` has every failed read. */
function reading(origin: string) {
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const status = await fetch(origin + LIST).then(
        async (answer) => {
          await answer.arrayBuffer()
          // An overloaded machine puts readers off, which is no failure.
          return answer.status === 503 && answer.headers.has('retry-after') ? 'put off' : answer.status
        },
        (error: unknown) => String(error),
      )
      if (status === 200) answered++
      else if (status !== 'put off' && !isOver) failures.push(String(status))
      await sleep(5)
    }
  })()
  return {
    failures,
    answered: () => answered,
    stop: () => {
      isOver = true
      return done
    },
  }
}

const conditions = (server: ServerProcess) => logOf(server).filter(({ msg }) => msg === 'engine')
const alarms = (server: ServerProcess, name: string) =>
  logOf(server).filter(({ msg, alarm }) => msg === name && alarm === true).length

/** Crashes the engine; returns how long it was down, ms. */
async function engineCrash(server: ServerProcess, origin: string): Promise<number> {
  const before = conditions(server).length
  expect(await plant(origin, 'engine')).toBe(true)
  await eventually(() => conditions(server).length >= before + 2)
  const [lost, back] = conditions(server).slice(before)
  expect([lost?.condition, back?.condition]).toEqual(['restarting', 'running'])
  return Number(back?.time) - Number(lost?.time)
}

test('[L5] an engine that fails restarts alone, the site serves on, and one that fails again and again stays down with an alarm', {
  timeout: HOUR_MS,
}, async (context) => {
  const server = failingServer({ DATABASE_URL })
  context.onTestFinished(() => server.signal('SIGKILL'))
  const origin = await server.origin()
  const hasRows = async () => ((await (await fetch(origin + LIST)).json()) as unknown[]).length > 0
  await eventually(hasRows)
  const reader = reading(origin)
  const apart = isLongRun ? 20 : 1
  const away: number[] = []
  for (let crash = 0; crash < apart; crash++) {
    if (crash > 0) await sleep(APART_MS)
    away.push(await engineCrash(server, origin))
  }
  expect(Math.max(...away)).toBeLessThan(BACK_WITHIN_MS * slack)
  await eventually(hasRows)
  // Crashes of the last minute count towards the five of a loop.
  for (let crash = 0; alarms(server, 'engine-crash-loop') === 0; crash++) {
    expect(crash).toBeLessThan(5)
    const seen = conditions(server).length
    // A thread that has just started does not listen yet, so the failure is planted again.
    for (; conditions(server).length === seen; await sleep(200)) await plant(origin, 'engine')
    await eventually(() => conditions(server).at(-1)?.condition !== 'restarting')
  }
  await eventually(() => conditions(server).at(-1)?.condition === 'stopped')
  const read = reader.answered()
  await eventually(() => reader.answered() > read + 20)
  await reader.stop()
  expect(reader.failures).toEqual([])
  server.signal('SIGTERM')
  expect((await server.exit).code).toBe(0)
  recordFigure(context, {
    row: 'L5',
    wanted: 'the engine restarts alone <= 2 s; the site serves on; five crashes in a minute end it with an alarm',
    measured: `${apart} crashes apart: away ${Math.max(...away)} ms at most, ${reader.answered()} reads, 0 failed; then a loop: 1 alarm, lists served on`,
    seed: 0,
  })
})

test('[L5] an error that nobody caught costs one request at most, and the fifth within a minute the process, with an alarm', {
  timeout: HOUR_MS,
}, async (context) => {
  const rounds = isLongRun ? 5 : 1
  let [planted, lost, read] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const server = failingServer({ DATABASE_URL })
    context.onTestFinished(() => server.signal('SIGKILL'))
    const origin = await server.origin()
    const reader = reading(origin)
    for (const failure of ['throw', 'reject', 'timer', 'throw'] satisfies Failure[]) {
      const [said, answered] = [logOf(server).length, reader.answered()]
      const asked = plant(origin, failure)
      await eventually(() =>
        logOf(server)
          .slice(said)
          .some(({ msg }) => msg === 'unexpected-error'),
      )
      await eventually(() => reader.answered() > answered + 5)
      // A throw in a handler loses its own request; a rejected promise and a timer fail beside theirs.
      if (failure === 'throw') lost++
      else expect(await asked).toBe(true)
      planted++
    }
    await reader.stop()
    expect(reader.failures).toEqual([])
    read += reader.answered()
    void plant(origin, 'reject')
    expect((await server.exit).code).toBe(1)
    expect(alarms(server, 'crash-loop')).toBe(1)
  }
  recordFigure(context, {
    row: 'L5',
    wanted: 'at most one failed request; the fifth in a minute ends the process with an alarm',
    measured: `${planted} errors in handlers, promises and timers: ${lost} requests of those that failed, 0 of ${read} others; ${rounds} loops: status 1, 1 alarm each`,
    seed: 0,
  })
})
