import { printFigure } from '../figures/figure-line.ts'
import { percentile, short } from '../figures/measure.ts'
import { runLength } from '../figures/run-length.ts'

/** Most that 95 of 100 calls to a list of the panel or the help centre may take (docs/performance.md). */
const MOST_MS = 100
const CALLS = { tiny: 3, usual: 60, long: 600 }[runLength()]
const WARM = 2

export type AskedList = { readonly name: string; readonly path: string; readonly bearer: string | null }

/** Calls each list repeatedly and prints its p95 in ms; throws where a list is above `MOST_MS`. */
export async function timeLists(bench: string, origin: string, lists: readonly AskedList[]): Promise<void> {
  const slow: string[] = []
  for (const { name, path, bearer } of lists) {
    const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
    const took: number[] = []
    for (let call = -WARM; call < CALLS; call++) {
      const began = performance.now()
      const answer = await fetch(origin + path, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
      if (call >= 0) took.push(performance.now() - began)
    }
    const p95 = percentile(took, 0.95)
    if (p95 > MOST_MS && runLength() !== 'tiny') slow.push(`${name}: ${short(p95)} ms`)
    printFigure({
      bench,
      metric: `${name}, p95`,
      value: short(p95),
      unit: 'ms',
      baseline: `at most ${MOST_MS} ms`,
      ratio: short(p95 / MOST_MS),
    })
  }
  if (slow.length > 0) throw new Error(`slower than ${MOST_MS} ms: ${slow.join(', ')}`)
}
