import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { Crowd } from '../testing/load/crowd.ts'

const READERS = 200
const OTHERS = 20
const GONE_WITHIN_MS = 60_000
/** Readers' address; once it is removed, packets to it are dropped silently, as on a cut line. */
const ADDRESS = '10.9.0.2'
const NETWORK = `ip link set lo up && ip addr add ${ADDRESS}/32 dev lo && ip route add 10.9.0.0/24 dev lo`
const SETTINGS = { MARKET: 'demo', LIVE_FOR_ALL: '1', SIM_SYMBOLS: '20', RATE_LIMIT_SCALE: '1000', DATABASE_URL: '' }

/** Reason why this machine allows no network namespace; null where it does. */
function whyNoNetwork(): string | null {
  const { status, stderr, error } = spawnSync('unshare', ['--net', 'sh', '-c', NETWORK])
  return status === 0 ? null : `no network of its own: ${error?.message ?? stderr}`
}

test.runIf(isLongRun)(
  '[C2] readers whose line was cut without a word are gone within 60 s, the others stay',
  async (context) => {
    const why = whyNoNetwork()
    if (why !== null) return context.skip(why)
    const within = ['unshare', '--net', 'sh', '-c', `${NETWORK}; exec "$@"`, 'sh']
    const server = new ServerProcess(SETTINGS, undefined, { within })
    const origin = await server.origin()
    const enter = ['nsenter', '--net', '--target', String(server.child.pid)] as const
    const inside = (...command: string[]) => execFileSync(enter[0], [...enter.slice(1), ...command]).toString()
    const crowd = new Crowd(enter)
    const others = new Crowd(enter)
    context.onTestFinished(async () => {
      crowd.stop()
      others.stop()
      // SIGTERM, so that the server stops its database, too.
      server.signal('SIGTERM')
      await server.exit
    })
    const ask = `fetch('${origin}/metrics').then((answer) => answer.text()).then((text) => console.log(text))`
    const streams = () => Number(/streams_open (\d+)/.exec(inside(process.execPath, '-e', ask))?.[1])
    crowd.open(origin, { count: READERS, perSecond: 500, from: ADDRESS })
    others.open(origin, { count: OTHERS, perSecond: 500 })
    await crowd.until(({ served }) => served === READERS, 60_000)
    await others.until(({ served }) => served === OTHERS, 60_000)
    expect(streams()).toBe(READERS + OTHERS)
    inside('ip', 'addr', 'del', `${ADDRESS}/32`, 'dev', 'lo')
    const cutAt = performance.now()
    await eventually(() => streams() <= OTHERS, 2 * GONE_WITHIN_MS)
    const goneMs = performance.now() - cutAt
    const left = await others.report()
    expect(left).toMatchObject({ served: OTHERS, lost: 0 })
    expect(streams()).toBe(OTHERS)
    expect(goneMs).toBeLessThanOrEqual(GONE_WITHIN_MS)
    recordFigure(context, {
      row: 'C2',
      wanted: 'dead ones gone <= 60 s',
      measured: `${READERS} readers whose line was cut without a word: the last gone after ${Math.round(goneMs / 1_000)} s; ${OTHERS} others stayed`,
      seed: 0,
    })
  },
)
