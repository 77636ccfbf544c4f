import { afterAll, beforeAll, expect, test } from 'vitest'
import { lawful, type PlantedProject, plantProject } from '../testing/planted-project.ts'
import { checkUnusedCode } from './unused-code.ts'

let project: PlantedProject
beforeAll(() => {
  project = plantProject()
})
afterAll(() => project.remove())

test('a project without loose ends passes', async () => {
  expect(await checkUnusedCode(project.root)).toEqual({ kind: 'passed', looked: expect.any(Number) })
})

const ONE = 'packages/domain/src/money/one.ts'
const DOOR = 'packages/contract/src/index.ts'
const SERVE = 'apps/server/src/http/serve.ts'
const WEB_MANIFEST = 'apps/web/package.json'

test.each([
  ['an unused file', 'apps/server/src/app/lonely.ts', 'export const lonely = 1\n', 'lonely.ts'],
  ['an unused export', ONE, `${lawful(ONE)}export const two = 2n\n`, 'two'],
  ['an export of a package that no other package imports', DOOR, `${lawful(DOOR)}export const two = 2\n`, 'two'],
  ['an unlisted package', SERVE, `import 'react'\n${lawful(SERVE)}`, 'react'],
  [
    'an unused dependency',
    WEB_MANIFEST,
    lawful(WEB_MANIFEST).replace('"dependencies":{', '"dependencies":{"react":"19.3.1",'),
    'react',
  ],
])('%s is caught', async (_name, path, text, named) => {
  project.plant(path, text)
  try {
    const outcome = await checkUnusedCode(project.root)
    expect(outcome).toEqual({ kind: 'failed', problems: [expect.stringContaining(named)] })
  } finally {
    project.restore(path)
  }
})
