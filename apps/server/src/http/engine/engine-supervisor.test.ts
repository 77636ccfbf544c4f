import { expect, test } from 'vitest'
import { ScriptedEngine } from '../testing/scripted-engine.ts'
import { ShiftedClock } from '../testing/shifted-clock.ts'
import { settle } from '../testing/test-server.ts'
import { type EngineCondition, EngineSupervisor } from './engine-supervisor.ts'

function start() {
  const clock = new ShiftedClock()
  const engines: ScriptedEngine[] = []
  const conditions: EngineCondition[] = []
  const alarms: string[] = []
  const supervisor = new EngineSupervisor({
    spawn: () => {
      const engine = new ScriptedEngine(() => clock.now())
      engines.push(engine)
      return engine
    },
    clock,
    log: (_level, event, data) => {
      if (data.alarm === true) alarms.push(event)
    },
  })
  supervisor.listen({ message: () => undefined, condition: (condition) => conditions.push(condition) })
  supervisor.start()
  return { clock, engines, conditions, alarms, supervisor, newest: () => engines.at(-1) as ScriptedEngine }
}

test('[L5] an engine that crashes is back within two seconds', async () => {
  const { clock, engines, conditions, newest, supervisor } = start()
  newest().crash()
  clock.advance(2_000)
  expect(engines).toHaveLength(2)
  expect(conditions).toEqual(['running', 'restarting', 'running'])
  await supervisor.stop()
})

test('[L5] the fifth crash within a minute ends the loop with an alarm', () => {
  const { clock, engines, conditions, alarms, newest } = start()
  for (let at = 0; at < 5; at++) {
    newest().crash()
    clock.advance(10_000)
  }
  expect(engines).toHaveLength(5)
  expect(conditions.at(-1)).toBe('stopped')
  expect(alarms).toEqual(['engine-crash-loop'])
})

test('[L5] crashes further apart are no loop', async () => {
  const { clock, engines, alarms, newest, supervisor } = start()
  for (let at = 0; at < 12; at++) {
    newest().crash()
    clock.advance(16_000)
  }
  expect(engines).toHaveLength(13)
  expect(alarms).toEqual([])
  await supervisor.stop()
})

test('a silent engine is ended and started again', async () => {
  const { clock, engines, newest, supervisor } = start()
  newest().publish({ rows: [] })
  await settle()
  clock.advance(14_000)
  expect(engines).toHaveLength(1)
  clock.advance(3_000)
  expect(engines).toHaveLength(2)
  await supervisor.stop()
})

test('messages of a thread that was given up are ignored', async () => {
  const { clock, engines, supervisor } = start()
  const heard: number[] = []
  supervisor.listen({ message: (message) => heard.push(message.state.version), condition: () => undefined })
  engines[0]?.crash()
  clock.advance(1_000)
  engines[0]?.publish({ rows: [] })
  await settle()
  expect(heard).toEqual([])
  engines[1]?.publish({ rows: [] })
  await settle()
  expect(heard).toEqual([1])
  await supervisor.stop()
})

test('questions end: with the answer, or as unavailable when the engine is slow, lost or stopped', async () => {
  const { newest, supervisor } = start()
  newest().publish({ rows: [], closed: { a: '{"row":1}' } })
  await expect(supervisor.evidence('a')).resolves.toEqual({ kind: 'found', json: '{"row":1}' })
  await expect(supervisor.evidence('b')).resolves.toEqual({ kind: 'closed' })
  expect(JSON.parse((await supervisor.lifetimes('demo')) ?? '')).toMatchObject({ source: 'demo' })
  newest().answers = false
  const slow = supervisor.evidence('a')
  const lost = [supervisor.metrics(), supervisor.lifetimes('live')]
  newest().crash()
  await expect(slow).resolves.toEqual({ kind: 'unavailable' })
  await expect(Promise.all(lost)).resolves.toEqual([null, null])
  await expect(supervisor.evidence('a')).resolves.toEqual({ kind: 'unavailable' })
  await supervisor.stop()
  await expect(supervisor.metrics()).resolves.toBeNull()
})

test('stopping asks the engine first', async () => {
  const { newest, supervisor, conditions } = start()
  await supervisor.stop()
  expect(newest().requests.at(-1)).toEqual({ kind: 'stop' })
  expect(conditions).toEqual(['running', 'stopped'])
})
