import { WHOLE } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun } from '../../../../../scripts/run-length.ts'
import { NatsBus } from '../../adapters/bus/nats-bus.ts'
import { TEST_BUS_KEY } from '../../adapters/bus/testing/heard.ts'
import { NatsServer, NO_NATS, natsProgram } from '../../adapters/bus/testing/nats-server.ts'
import { noteSetting, settingOf } from '../../adapters/storage/database/settings.ts'
import { leaseStore } from '../../adapters/storage/leases/lease-store.ts'
import { makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { createSystemClock } from '../../adapters/system/system-clock.ts'
import type { Lease } from '../../app/ports/system/lease-store.ts'
import { EngineSupervisor } from '../../http/engine/engine-supervisor.ts'
import { EnginePublisher } from '../../http/nodes/engine-publisher.ts'
import { RemoteEngine } from '../../http/nodes/remote-engine.ts'
import { row } from '../../http/testing/rows.ts'
import { ScriptedEngine } from '../../http/testing/scripted-engine.ts'
import { eventually } from '../../http/testing/test-server.ts'
import { EpochsHeard } from '../testing/epochs-heard.ts'

const TRIALS = isLongRun ? 1_000 : 10
const LEASE_MS = 60_000
const NAME = 'shard:0'
/** Least time between two published states, ms (`engine-publisher.ts`). */
const STATE_EVERY_MS = 200
const clock = createSystemClock()
const log = () => undefined
const { database, query } = await makeTestDatabase()
const shared = leaseStore(() => database)

const had = (lease: Lease | null): Lease => {
  if (lease === null) throw new Error('it was not to be had')
  return lease
}
const note = (epoch: number) => () => database.run((statements) => noteSetting(statements, 'epoch', epoch, clock.now()))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A leader on the bus that never notices that it lost its lease. */
function leading(lease: Lease, bus: NatsBus) {
  let script: ScriptedEngine | null = null
  const engine = new EngineSupervisor({
    spawn: () => {
      script = new ScriptedEngine(clock.now)
      return script
    },
    clock,
    log,
  })
  const voice = new EnginePublisher({
    engine,
    bus,
    lease,
    isLost: () => false,
    shard: WHOLE,
    node: lease.holder,
    clock,
    history: null,
  })
  engine.start()
  return {
    lease,
    publish: () => script?.publish({ rows: [row(`epoch-${lease.epoch}`)], source: 'demo' }),
    stop: async () => {
      voice.stop()
      await engine.stop()
    },
  }
}

test('[M3] a process that lost the lease and goes on is heard by nobody and writes nothing', {
  timeout: 3_600_000,
}, async (context) => {
  const program = natsProgram()
  if (program === null) return context.skip(NO_NATS)
  const nats = await NatsServer.started(program)
  const buses = [0, 1, 2].map(() => new NatsBus({ url: nats.url, keys: () => [TEST_BUS_KEY], clock, log }))
  const [here, old, next] = buses as [NatsBus, NatsBus, NatsBus]
  context.onTestFinished(async () => {
    await Promise.all(buses.map((bus) => bus.stop()))
    await nats.remove()
  })
  await eventually(() => buses.every(({ isConnected }) => isConnected))
  const remote = new RemoteEngine({ bus: here, shard: WHOLE, clock, log })
  let taken = 0
  let newest = 0
  let accepted = 0
  remote.listen({
    message: ({ state }) => {
      taken++
      const epochs = state.rows.spot.map(({ id }) => Number(id.slice('epoch-'.length)))
      if (epochs.some((epoch) => epoch < newest)) accepted++
      newest = Math.max(newest, ...epochs)
    },
    condition: () => undefined,
  })
  remote.start()
  context.onTestFinished(() => remote.stop())
  const { heard, close } = await EpochsHeard.on(nats.url)
  context.onTestFinished(close)
  let refused = 0
  let leader = leading(had(await shared.lease(NAME, 'node-0', LEASE_MS)), old)
  for (let trial = 1; trial <= TRIALS; trial++) {
    await query(`update leases set until = now() - interval '1 ms' where name = $1`, [NAME])
    const lease = had(await shared.lease(NAME, `node-${trial}`, LEASE_MS))
    const follower = leading(lease, trial % 2 === 1 ? next : old)
    await sleep(STATE_EVERY_MS)
    follower.publish()
    await eventually(() => newest === lease.epoch)
    expect(await shared.fenced(lease, note(lease.epoch))).toMatchObject({ kind: 'written' })
    // The old leader wakes, publishes and writes.
    leader.publish()
    if ((await shared.fenced(leader.lease, note(leader.lease.epoch))).kind === 'refused') refused++
    // The old leader's state has arrived once a later one of the new leader has.
    const before = taken
    await sleep(STATE_EVERY_MS)
    follower.publish()
    await eventually(() => taken > before)
    await leader.stop()
    leader = follower
  }
  await leader.stop()
  expect([accepted, refused]).toEqual([0, TRIALS])
  // The old states were on the bus all the same.
  expect(heard.late).toBeGreaterThanOrEqual(TRIALS)
  expect(await database.run((statements) => settingOf(statements, 'epoch'))).toBe(TRIALS + 1)
  recordFigure(context, {
    row: 'M3',
    wanted: 'lower epochs refused by bus and database; 0 accepted in 1,000 trials',
    measured: `${accepted} of ${heard.late} states of an old lease accepted over NATS, ${TRIALS - refused} of its writes by PostgreSQL, in ${TRIALS} trials`,
    seed: 0,
  })
})
