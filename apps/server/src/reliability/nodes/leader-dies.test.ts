import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor, slack } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import type { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { EpochsHeard } from '../testing/epochs-heard.ts'
import { logOf } from '../testing/log-lines.ts'
import { marketBecomes, Nodes } from '../testing/world/nodes.ts'

const KILLS = isLongRun ? 50 : 1
/** Pause of every fifth leader of the long run, which is stopped instead of killed, as on a sleeping machine, ms. */
const ASLEEP_MS = 30_000
const REPLACED_WITHIN_MS = 15_000
/** Time after waking in which a leader that lost its lease would have published, ms. */
const WATCHED_MS = 3_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const takenBy = (engine: ServerProcess, epoch: number): boolean =>
  logOf(engine).some((line) => line.msg === 'lease-taken' && line.epoch === epoch)
const losses = (engine: ServerProcess): number => logOf(engine).filter(({ msg }) => msg === 'lease-lost').length

test('[M2] [M3] an engine that is killed or sleeps: its coins are live elsewhere within 15 s, and of its epoch nothing comes after', {
  timeout: 7_200_000,
}, async (context) => {
  const seed = seedFor('M2', 50)
  const random = seededRandom(seed)
  const nodes = await Nodes.started(context)
  const engines: ServerProcess[] = [nodes.engine(), nodes.engine()]
  const api = nodes.api()
  const origin = await api.origin()
  await Promise.all(engines.map((engine) => engine.origin()))
  await marketBecomes(origin, 'demo')
  const isUp = async () => (await (await fetch(`${origin}/metrics`)).text()).includes('makas_engine_up 1')
  const { heard, close } = await EpochsHeard.on(nodes.nats.url)
  context.onTestFinished(close)
  await eventually(() => heard.newest > 0)
  const replaced: number[] = []
  const live: number[] = []
  let slept = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const epoch = heard.newest
    const place = engines.findIndex((engine) => takenBy(engine, epoch))
    const leader = engines[place]
    if (leader === undefined) throw new Error(`nobody has epoch ${epoch}`)
    await sleep(random() * 3_000)
    const isSleeper = kill % 5 === 4
    leader.signal(isSleeper ? 'SIGSTOP' : 'SIGKILL')
    const gone = performance.now()
    await eventually(() => heard.newest > epoch)
    replaced.push((heard.firstAt.get(epoch + 1) ?? Number.NaN) - gone)
    await eventually(isUp)
    await marketBecomes(origin, 'demo')
    live.push(performance.now() - gone)
    if (isSleeper) {
      slept++
      const lost = losses(leader)
      await sleep(Math.max(0, ASLEEP_MS - (performance.now() - gone)))
      leader.signal('SIGCONT')
      await eventually(() => losses(leader) > lost)
      await sleep(WATCHED_MS)
    } else if (kill < KILLS - 1) {
      const next = nodes.engine()
      engines[place] = next
      await next.origin()
    }
  }
  expect(heard.late).toBe(0)
  expect(heard.newest).toBeGreaterThan(KILLS)
  expect(Math.max(...live)).toBeLessThan(REPLACED_WITHIN_MS * slack)
  recordFigure(context, {
    row: 'M2',
    wanted: 'its coins are live elsewhere <= 15 s, no row of the old epoch after it; 50 kills',
    measured: `${KILLS - slept} killed, ${slept} stopped for ${ASLEEP_MS / 1000} s and woken: another published after ${Math.round(Math.max(...replaced))} ms, a reader's node was live after ${Math.round(Math.max(...live))} ms at most; 0 of ${heard.states} states of an old epoch after it`,
    seed,
  })
})
