import { expect, test } from 'vitest'
import { untilDone } from './until-done.ts'

function rig() {
  let now = 1_700_000_000_000
  const complaints: unknown[] = []
  const state = { isStopping: false }
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void) => {
      now += ms
      queueMicrotask(run)
      return { cancel: () => undefined }
    },
  }
  const isFinal = (error: unknown) => error === 'final'
  const options = {
    clock,
    isFinal,
    isStopping: () => state.isStopping,
    complain: (one: unknown) => complaints.push(one),
  }
  return { options, complaints, state }
}

test('what fails is done again every second until it is done, and told of once a minute', async () => {
  const { options, complaints } = rig()
  let tries = 0
  const work = async () => {
    if (++tries <= 90) throw tries
    return 'done'
  }
  expect(await untilDone(work, options)).toBe('done')
  expect([tries, complaints]).toEqual([91, [1, 61]])
})

test('what does not mend itself is thrown at once, and nothing is done again once we stop', async () => {
  const { options, complaints, state } = rig()
  await expect(untilDone(() => Promise.reject('final'), options)).rejects.toBe('final')
  expect(complaints).toEqual([])
  let tries = 0
  const work = async () => {
    if (++tries === 3) state.isStopping = true
    throw tries
  }
  expect(await untilDone(work, options)).toBeNull()
  expect(tries).toBe(3)
})
