import { expect, test } from 'vitest'
import type { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, jsonOf } from '../../http/testing/test-server.ts'
import { logOf } from '../testing/log-lines.ts'
import { FAILING, plant } from '../testing/world/failing-server.ts'
import { marketBecomes, Nodes } from '../testing/world/nodes.ts'

const SETTINGS = { SHARDS: '2', SIM_SYMBOLS: '10' }
type ReadinessBody = { readonly market: string; readonly shards?: string; readonly given_up?: readonly number[] }

const readyOf = async (origin: string) => jsonOf<ReadinessBody>(await fetch(`${origin}/readyz`))
const said = (engine: ServerProcess, event: string, shard: number) =>
  logOf(engine).filter(({ msg, name, shard: of }) => msg === event && (name === `shard:${shard}` || of === shard))

test('one shard whose engine fails again and again is given up, the process goes on with its others, and another takes it', async (context) => {
  const nodes = await Nodes.started(context)
  const engine = nodes.engine(SETTINGS, FAILING)
  const api = await nodes.api({ SHARDS: SETTINGS.SHARDS }).origin()
  const origin = await engine.origin()
  await eventually(async () => (await readyOf(api)).shards === 'all')
  while (said(engine, 'engine-crash-loop', 1).length === 0) {
    await plant(origin, 'engine-of-shard-1')
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await eventually(() => said(engine, 'lease-given-up', 1).length === 1)
  await eventually(async () => (await readyOf(api)).shards === 'some')
  expect(said(engine, 'engine-crash-loop', 1)).toMatchObject([{ alarm: true, shard: 1 }])
  expect(await readyOf(origin)).toMatchObject({ market: 'demo', given_up: [1] })
  const { exchanges } = await jsonOf<{ exchanges: { state: string; reason: string }[] }>(
    await fetch(`${api}/api/status`),
  )
  expect(exchanges.map(({ state, reason }) => [state, reason])).toEqual(
    Array(4).fill(['reconnecting', 'engine-restarting']),
  )
  expect(said(engine, 'engine-lost', 0)).toEqual([])

  const other = nodes.engine(SETTINGS)
  await marketBecomes(await other.origin(), 'demo')
  await eventually(async () => (await readyOf(api)).shards === 'all')
  expect([said(other, 'lease-taken', 0), said(other, 'lease-taken', 1).length]).toEqual([[], 1])
  engine.signal('SIGTERM')
  expect((await engine.exit).code).toBe(0)
})
