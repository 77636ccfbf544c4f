// `npm test`: everything that proves this repository, in the order in which it fails cheapest.
import { checkBundleBudget } from '../checks/bundle-budget.ts'
import type { Outcome } from '../checks/outcome.ts'
import { checkVisitorChunks } from '../checks/visitor-chunks.ts'
import { root } from './run-command.ts'
import { runPlaywright, runVitest } from './run-tests.ts'
import { runStaticChecks } from './static-checks.ts'
import { ended, failuresAgain, lastLine, oneFailed, sum, type Tally } from './tally.ts'

const began = performance.now()

async function part(name: string, run: () => Promise<Tally>): Promise<Tally> {
  console.log(`\n== ${name}`)
  const from = performance.now()
  const tally = await run()
  const seconds = (ms: number) => Math.round(ms / 1000)
  console.log(
    `== ${name}: ${lastLine(tally)} (${seconds(performance.now() - from)} s, ${seconds(performance.now() - began)} s in all)`,
  )
  return tally
}

/** A check of the built site. */
async function checkBuilt(check: (root: string) => Outcome): Promise<Tally> {
  try {
    const { tally, words } = ended(check(root))
    if (tally.passed === 0) console.log(words)
    return tally
  } catch (error) {
    console.log(error)
    return oneFailed(String(error))
  }
}

const total = sum([
  await part('static checks', runStaticChecks),
  await part('bundle sizes', () => checkBuilt(checkBundleBudget)),
  await part('visitor chunks', () => checkBuilt(checkVisitorChunks)),
  await part('unit, property, replay and server tests', () => runVitest()),
  await part('browser journeys', runPlaywright),
])
if (total.failed > 0) console.log(failuresAgain(total))
console.log(lastLine(total))
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
