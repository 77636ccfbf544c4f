import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CONTRACT_ROOMS,
  FEED_ROOMS,
  lawful,
  MARKET_ROOMS,
  type PlantedProject,
  plantProject,
} from '../testing/planted-project.ts'
import { checkImports, readImports } from './import-rules.ts'

const SERVER = 'apps/server/src'
const EXCHANGES = `${SERVER}/adapters/exchanges`
const WEB = 'apps/web/src'

let project: PlantedProject
beforeAll(() => {
  project = plantProject()
})
afterAll(() => project.remove())

test('a project that keeps the rules passes', async () => {
  expect(await checkImports(project.root)).toEqual({ kind: 'passed', looked: expect.any(Number) })
})

test('a check that looked at too little fails', async () => {
  const { judge } = await import('../outcome.ts')
  expect(judge([], 0)).toMatchObject({ kind: 'failed' })
  expect(judge([], 9, 10)).toMatchObject({ kind: 'failed' })
  expect(judge([], 10, 10)).toEqual({ kind: 'passed', looked: 10 })
})

/** Plants imports against the order: each room imports the next one, the last room imports `joint`. */
const backward = (folder: string, name: string, order: readonly string[], joint: string) =>
  order.map((room, at) => {
    const next = order[at + 1]
    return [
      `${folder}/${room}/one.ts`,
      next === undefined ? `../${joint}` : `../${next}/one.ts`,
      `14-${name}-${room}`,
    ] as const
  })

// [file, import planted in it, rule that must refuse it]
const planted: readonly (readonly [string, string, string])[] = [
  ['packages/domain/src/money/one.ts', 'node:fs', '1-domain-alone'],
  ['packages/domain/src/money/one.ts', 'zod', '1-domain-alone'],
  ['packages/domain/src/money/one.ts', '@makas/contract', '1-domain-alone'],
  ['packages/contract/src/row.ts', 'ws', '2-contract-pure'],
  ['packages/contract/src/row.ts', 'node:fs', '2-contract-pure'],
  [`${SERVER}/app/list.ts`, '../adapters/system/clock.ts', '3-app-pure'],
  [`${SERVER}/app/list.ts`, '../http/serve.ts', '3-app-pure'],
  [`${SERVER}/app/list.ts`, '../config/config.ts', '3-app-pure'],
  [`${SERVER}/app/list.ts`, '@makas/contract', '3-app-pure'],
  [`${SERVER}/app/list.ts`, 'node:fs', '3-app-pure'],
  [`${SERVER}/app/list.ts`, 'ws', '3-app-pure'],
  [`${SERVER}/adapters/system/clock.ts`, '../../http/serve.ts', '4-adapters-below'],
  [`${SERVER}/adapters/system/clock.ts`, '../../config/config.ts', '4-adapters-below'],
  [`${SERVER}/adapters/system/clock.ts`, '../../app/list.ts', '4-adapters-below'],
  [`${SERVER}/adapters/system/clock.ts`, '@makas/contract', '4-adapters-below'],
  [`${EXCHANGES}/beta/feed.ts`, '../alpha/wire.ts', '5-exchange-alone'],
  [`${EXCHANGES}/_shared/digits.ts`, '../alpha/wire.ts', '5-shared-knows-no-exchange'],
  [`${EXCHANGES}/alpha/wire.ts`, 'node:net', '6-translating-is-not-talking'],
  [`${EXCHANGES}/alpha/map.ts`, 'ws', '6-translating-is-not-talking'],
  [`${EXCHANGES}/alpha/sequence.ts`, 'node:timers', '6-translating-is-not-talking'],
  [`${EXCHANGES}/alpha/wire.ts`, './feed.ts', '6-no-way-to-a-feed'],
  [`${EXCHANGES}/alpha/map.ts`, '../_shared/socket.ts', '6-no-way-to-a-feed'],
  [`${SERVER}/http/serve.ts`, '../adapters/system/clock.ts', '7-http-over-app'],
  [`${SERVER}/http/serve.ts`, '../config/config.ts', '7-http-over-app'],
  [`${SERVER}/loose.ts`, './adapters/system/clock.ts', '8-entry-points-join'],
  [`${SERVER}/loose.ts`, './config/config.ts', '8-entry-points-join'],
  [`${SERVER}/http/serve.ts`, '../config/config.ts', '8-entry-points-join'],
  // The room is one folder deep; a folder within it is not part of it.
  [`${SERVER}/process/deeper/loose.ts`, '../../adapters/system/clock.ts', '8-entry-points-join'],
  [`${SERVER}/process/deeper/loose.ts`, '../listen.ts', '8-process-for-entry-points'],
  [`${SERVER}/loose.ts`, './process/listen.ts', '8-process-for-entry-points'],
  [`${SERVER}/http/serve.ts`, '../process/listen.ts', '8-process-for-entry-points'],
  [`${SERVER}/app/list.ts`, '../process/listen.ts', '8-process-for-entry-points'],
  [`${SERVER}/adapters/system/clock.ts`, '../../process/listen.ts', '8-process-for-entry-points'],
  [`${SERVER}/config/config.ts`, '../process/listen.ts', '8-process-for-entry-points'],
  [`${SERVER}/loose.ts`, './main.ts', '8-entry-points-are-ends'],
  [`${SERVER}/process/listen.ts`, '../main.ts', '8-entry-points-are-ends'],
  [`${WEB}/features/help/help.ts`, '../../../../server/src/app/list.ts', '9-web-off-server'],
  [`${WEB}/features/help/help.ts`, 'node:fs', '9-web-in-a-browser'],
  [`${SERVER}/http/serve.ts`, '../../../web/src/text/tr.ts', '9-server-off-web'],
  [`${WEB}/features/help/help.ts`, '../books/books.ts', '10-feature-alone'],
  [`${WEB}/features/help/help.ts`, '../../app/app.tsx', '10-feature-alone'],
  [`${WEB}/shared/format/show.ts`, '../../features/help/help.ts', '10-shared-below'],
  [`${WEB}/main.tsx`, './features/help/help.ts', '10-app-joins'],
  [`${SERVER}/app/list.ts`, '../../../../packages/domain/src/money/one.ts', '11-through-the-door'],
  [`${SERVER}/app/list.ts`, '@makas/domain/src/money/one.ts', '12-resolvable'],
  [`${SERVER}/http/serve.ts`, '../../../../packages/contract/src/row.ts', '11-through-the-contract-door'],
  [`${SERVER}/app/ports/clock.ts`, '../list.ts', '11-no-cycles'],
  [`${SERVER}/app/list.ts`, './list.test.ts', '11-no-tests-in-production'],
  [`${WEB}/features/help/help.ts`, 'zod', '12-listed-packages'],
  [`${SERVER}/http/serve.ts`, 'vitest', '12-listed-packages'],
  [`${SERVER}/http/serve.ts`, './nowhere.ts', '12-resolvable'],
  [`${SERVER}/main.ts`, './adapters/vault/inside/envelope.ts', 'vault-alone'],
  [`${SERVER}/process/listen.ts`, '../adapters/vault/inside/envelope.ts', 'vault-alone'],
  [`${SERVER}/adapters/system/clock.ts`, '../vault/inside/envelope.ts', 'vault-alone'],
  [`${SERVER}/simulator/market.ts`, '../adapters/exchanges/alpha/wire.ts', 'simulator-alone'],
  [`${SERVER}/simulator/market.ts`, '../app/list.ts', 'simulator-alone'],
  [`${SERVER}/simulator/market.ts`, 'zod', 'simulator-alone'],
  [`${EXCHANGES}/alpha/feed.ts`, '../../../simulator/market.ts', 'adapters-off-simulator'],
  ...backward(`${SERVER}/app/market`, 'market', MARKET_ROOMS, 'run.ts'),
  ...backward(`${EXCHANGES}/_shared`, 'feeds', FEED_ROOMS, 'all.ts'),
  ...backward('packages/contract/src', 'contract', CONTRACT_ROOMS, 'row.ts'),
]

describe('a planted violation is caught', () => {
  test.each(planted)('%s importing %s breaks %s', async (path, target, rule) => {
    const imported = `import '${target}'\n`
    const isNew = path.endsWith('/loose.ts') || path.endsWith('/sequence.ts')
    project.plant(path, isNew ? imported : imported + lawful(path))
    if (target.endsWith('.test.ts'))
      project.plant(`${SERVER}/app/list.test.ts`, `import { test } from 'vitest'\ntest.todo('x')\n`)
    try {
      const { broken } = await readImports(project.root)
      expect(
        broken
          .filter((one) => one.from === path || (rule === '11-no-cycles' && one.to === path))
          .map((one) => one.rule),
      ).toContain(rule)
    } finally {
      project.restore(path)
      project.restore(`${SERVER}/app/list.test.ts`)
    }
  })
})

test('every rule of the configuration has a planted violation', () => {
  const configuration: unknown = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
  const proven = new Set(planted.map(([, , rule]) => rule))
  const rules = (configuration as { forbidden: readonly { name: string }[] }).forbidden.map(({ name }) => name)
  expect(rules.filter((name) => !proven.has(name))).toEqual([])
})
