// `npm test`: everything that proves this repository, cheapest failures first; with TIER=full (`npm run test:full`) the
// full tier too. `npm test -- FILE …`: only the tests of these files, of any tier.
import { checkBundleBudget } from '../checks/bundle-budget.ts'
import type { Outcome } from '../checks/outcome.ts'
import { checkVisitorChunks } from '../checks/visitor-chunks.ts'
import { root, runTool } from './run-command.ts'
import { runStaticChecks } from './static-checks.ts'
import { type NamedTests, namedTests } from './tests/named-tests.ts'
import { runJourneys, runPlaywright, runVitest, WITH_FULL_TIER } from './tests/run-tests.ts'
import { ended, failuresAgain, lastLine, oneFailed, sum, type Tally } from './tests/tally.ts'

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

/** Makes the things that tests need and a plain start does not: the built site, the browser. */
async function prepare(...what: readonly ('--build' | '--browser')[]): Promise<void> {
  const { exitCode } = await runTool('scripts/bootstrap.mjs', what, { live: true })
  if (exitCode !== 0) process.exit(exitCode)
}

async function runAll(): Promise<Tally> {
  await prepare('--build', '--browser')
  return sum([
    await part('static checks', runStaticChecks),
    await part('bundle sizes', () => checkBuilt(checkBundleBudget)),
    await part('visitor chunks', () => checkBuilt(checkVisitorChunks)),
    await part('unit, property, replay and server tests', () => runVitest()),
    await part('browser journeys', runPlaywright),
  ])
}

async function runNamed({ units, open, people }: NamedTests): Promise<Tally> {
  // Test servers serve the built site; pure code and our own tools need no site.
  if (open.length + people.length > 0) await prepare('--build', '--browser')
  else if (units.some((file) => file.startsWith('apps/server/'))) await prepare('--build')
  const tallies: Tally[] = []
  if (units.length > 0) tallies.push(await part('tests', () => runVitest(WITH_FULL_TIER, units)))
  if (open.length > 0) tallies.push(await part('journeys', () => runJourneys('open', open)))
  if (people.length > 0) tallies.push(await part('journeys of people', () => runJourneys('people', people)))
  return sum(tallies)
}

async function run(names: readonly string[]): Promise<Tally> {
  if (names.length === 0) return runAll()
  const naming = namedTests(root, names)
  return naming.kind === 'named' ? runNamed(naming.tests) : oneFailed(naming.problems.join('\n'))
}

const total = await run(process.argv.slice(2))
if (total.failed > 0) console.log(failuresAgain(total))
console.log(lastLine(total))
if (total.failed > 0 || total.passed === 0) process.exitCode = 1
