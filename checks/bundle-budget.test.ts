import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBundleBudget, firstLoad } from './bundle-budget.ts'

const PAGE = 'src/features/opportunities/page/opportunities-page.tsx'
const LANDING = 'src/features/landing/landing-page.tsx'
const manifest = {
  'index.html': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: [PAGE, LANDING, 'src/features/status/page.tsx'],
  },
  '_react.js': { file: 'assets/react.js' },
  [PAGE]: { file: 'assets/opportunities.js', imports: ['_react.js', '_table.js'] },
  [LANDING]: { file: 'assets/landing.js', imports: ['_react.js'] },
  '_table.js': { file: 'assets/table.js', imports: ['_react.js'] },
  'src/features/status/page.tsx': { file: 'assets/status.js' },
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'makas-budget-'))
  mkdirSync(join(root, 'dist', '.vite'), { recursive: true })
  mkdirSync(join(root, 'dist', 'assets'))
  writeFileSync(join(root, 'dist', '.vite', 'manifest.json'), JSON.stringify(manifest))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Writes a file of random bytes, which do not compress: n KB stay n KB. */
const weigh = (file: string, kilobytes: number) =>
  writeFileSync(join(root, 'dist', 'assets', file), randomBytes(kilobytes * 1000))

test('a page loads its entry, its route and the imports of both, each once', () => {
  expect(firstLoad(manifest)).toEqual(['assets/entry.js', 'assets/react.js'])
  const all = ['assets/entry.js', 'assets/opportunities.js', 'assets/react.js', 'assets/table.js']
  expect(firstLoad(manifest, /features\/opportunities\//)).toEqual(all)
})

test('a route that is no chunk of its own is no proof', () => {
  expect(() => firstLoad(manifest, /features\/gone\//)).toThrow('no lazily loaded chunk')
})

test.each([
  ['within both', 60, 50, []],
  ['landing too heavy', 80, 40, ['landing']],
  ['opportunities too heavy', 60, 120, ['opportunities']],
])('%s', (_name, react, table, heavy) => {
  weigh('entry.js', 50)
  weigh('react.js', react)
  weigh('opportunities.js', 20)
  weigh('landing.js', 5)
  weigh('table.js', table)
  const outcome = checkBundleBudget(root)
  const pages = outcome.kind === 'failed' ? outcome.problems.map((problem) => problem.split(' ')[0]) : []
  expect(pages).toEqual(heavy)
})
