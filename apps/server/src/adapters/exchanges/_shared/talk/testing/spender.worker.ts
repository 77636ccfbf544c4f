import { parentPort, workerData } from 'node:worker_threads'
import { processTime } from '../../../../system/system-clock.ts'
import { Budget } from '../budget.ts'
import type { Limit } from '../rate-window.ts'

/** A thread that spends of shared words as fast as it may, and posts the time (ms) and units of each stamp. */
const { words, limits, costs, forMs } = workerData as {
  readonly words: SharedArrayBuffer
  readonly limits: readonly Limit[]
  readonly costs: readonly number[]
  readonly forMs: number
}
let time = 0
const budget = new Budget(limits, new BigInt64Array(words), () => {
  time = processTime()
  return time
})
const spent: { readonly time: number; readonly cost: number }[] = []
const end = processTime() + forMs
for (let turn = 0; processTime() < end; turn++) {
  const cost = costs[turn % costs.length] ?? 1
  if (budget.spend(cost) === 0) spent.push({ time, cost })
}
parentPort?.postMessage(spent)
