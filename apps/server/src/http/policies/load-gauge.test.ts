import { expect, test } from 'vitest'
import { LoadGauge } from './load-gauge.ts'

const SILENT = {
  mean: Number.NaN,
  percentile: () => 0,
  reset: () => undefined,
  enable: () => true,
  disable: () => true,
}

/** A gauge with a clock and a timer of the test's own. */
function gaugeAt() {
  let now = 0
  let due: () => void = () => undefined
  const alarms: number[] = []
  const gauge = new LoadGauge({
    clock: {
      now: () => now,
      after: (_ms, run) => {
        due = run
        return { cancel: () => undefined }
      },
    },
    alarm: (p99Ms) => alarms.push(p99Ms),
    loopDelay: SILENT,
  })
  gauge.start()
  return {
    gauge,
    alarms,
    pass: (ms: number) => {
      now += ms
    },
    fire: () => due(),
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('turns longer than a sample, which the histogram does not record, count as overload by the lateness of the sample', async () => {
  const { gauge, alarms, pass, fire } = gaugeAt()
  pass(10_000)
  fire()
  expect([gauge.overload('visitors'), gauge.overload('personal')]).toEqual([expect.any(Number), null])
  expect(alarms).toEqual([9_000])
  await nextTurn()
  pass(1_000)
  fire()
  await nextTurn()
  expect(gauge.overload('visitors')).toBeNull()
})

test('a long turn refuses its further calls, in order, and the next turn begins anew', async () => {
  const { gauge, pass } = gaugeAt()
  for (let call = 0; call < 150; call++) {
    expect(gauge.overload('visitors')).toBeNull()
    pass(1)
  }
  pass(50)
  expect([gauge.overload('visitors'), gauge.overload('personal')]).toEqual([expect.any(Number), null])
  pass(50)
  expect([gauge.overload('personal'), gauge.overload('admin')]).toEqual([expect.any(Number), null])
  await nextTurn()
  expect(gauge.overload('visitors')).toBeNull()
})

test('a machine that stood still between few calls refuses none', () => {
  const { gauge, pass } = gaugeAt()
  gauge.overload('visitors')
  pass(5_000)
  for (let call = 0; call < 19; call++) expect(gauge.overload('visitors')).toBeNull()
})
