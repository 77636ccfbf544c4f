import { expect, test } from 'vitest'
import { fullFolders, shapeProblems } from './file-shape.ts'

const lines = (count: number) => 'export const a = 1\n'.repeat(count)

test.each([
  ['401 lines', 'apps/server/src/a.ts', lines(401), 'has 401 lines'],
  ['CamelCase', 'apps/web/src/app/App.tsx', lines(1), 'kebab-case'],
  ['utils.ts', 'apps/server/src/utils.ts', lines(1), '"utils"'],
  ['a folder helpers', 'apps/server/src/helpers/a.ts', lines(1), '"helpers"'],
  ['a suffix service', 'apps/server/src/book-service.ts', lines(1), '"service"'],
  ['a TODO without an issue', 'apps/server/src/a.ts', '// TODO later\n', 'without the number of an issue'],
])('%s is refused', (_name, path, text, problem) => {
  expect(shapeProblems({ path, text })).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['400 lines', 'apps/server/src/a.ts', lines(400)],
  ['a long table of assets', 'packages/domain/src/market/identity/assets-a-f.ts', lines(900)],
  ['the sentences', 'apps/web/src/text/frame/tr.ts', lines(900)],
  ['a worker', 'apps/server/src/engine.worker.ts', lines(1)],
  ['a TODO with its issue', 'apps/server/src/a.ts', '// TODO #12: carry\n'],
])('%s is fine', (_name, path, text) => {
  expect(shapeProblems({ path, text })).toEqual([])
})

test('a folder holds at most 25 files of any kind; files of deeper folders do not count, and articles have no limit', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/${index}.md`)
  const fine = [...files('a', 25), ...files('a/b', 25), ...files('apps/server/content/help', 40)]
  expect(fullFolders(fine)).toEqual([])
  expect(fullFolders([...fine, 'a/b/one.ts'])).toEqual(['a/b holds 26 files, at most 25'])
})
