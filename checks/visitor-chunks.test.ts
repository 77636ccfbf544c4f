import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ViteManifest } from './bundle-budget.ts'
import { checkVisitorChunks, chunksOf, sentencesIn } from './visitor-chunks.ts'

const LANDING = 'src/features/landing/landing-page.tsx'
const USERS = 'src/features/admin-users/admin-users-page.tsx'
const MANIFEST: ViteManifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_base.js'], dynamicImports: [LANDING, USERS] },
  '_base.js': { file: 'base.js' },
  [LANDING]: { file: 'landing.js', imports: ['_base.js'], dynamicImports: ['_later.js'] },
  '_later.js': { file: 'later.js' },
  [USERS]: { file: 'users.js', imports: ['_base.js', '_panel.js'] },
  '_panel.js': { file: 'panel.js' },
}
const SENTENCE = 'All users of this installation'

let root: string
const put = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const build = (manifest: ViteManifest, scripts: Readonly<Record<string, string>> = {}) => {
  put('dist/.vite/manifest.json', JSON.stringify(manifest))
  for (const { file } of Object.values(manifest)) put(`dist/${file}`, scripts[file] ?? 'run()')
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'makas-chunks-'))
  put(`apps/web/${USERS}`, '')
  put('apps/web/src/text/admin/admin-users.ts', `export const t = { title: '${SENTENCE}', all: 'Said by everybody' }`)
  put('apps/web/src/text/site/site.ts', `export const t = { all: 'Said by everybody' }`)
})
afterEach(() => rmSync(root, { recursive: true }))

test('the chunks that visitors load are followed to the end, but not into the pages of the panel', () => {
  const { visitor, admin } = chunksOf(MANIFEST)
  expect([...visitor].sort()).toEqual(['_base.js', '_later.js', 'index.html', LANDING])
  expect(admin.sort()).toEqual(['_panel.js', USERS])
})

test('only longer texts tell whose code it is', () => {
  expect(sentencesIn('a.ts', "const a = ['short', 'long enough to be told', `of ${a} users in this place`]")).toEqual([
    'long enough to be told',
    ' users in this place',
  ])
})

test.each([
  ['its sentences in its own chunk', MANIFEST, { 'panel.js': SENTENCE }, null],
  [
    'a sentence of it in the base',
    MANIFEST,
    { 'panel.js': SENTENCE, 'base.js': SENTENCE },
    `base.js says: ${SENTENCE}`,
  ],
  ['a sentence of it in what is loaded later', MANIFEST, { 'panel.js': SENTENCE, 'later.js': SENTENCE }, 'later.js'],
  [
    'a page of it imported by a page of the site',
    { ...MANIFEST, [LANDING]: { file: 'landing.js', imports: [USERS] } },
    { 'users.js': '', 'panel.js': SENTENCE },
    `a visitor's page loads ${USERS}`,
  ],
  [
    'no chunk of its own',
    Object.fromEntries(Object.entries(MANIFEST).filter(([key]) => key !== USERS)),
    { 'panel.js': SENTENCE },
    'admin-users is no chunk',
  ],
  ['sentences that are nowhere', MANIFEST, {}, 'looked at 0'],
] as const)('the panel with %s', (_what, manifest, scripts, problem) => {
  build(manifest, scripts)
  const outcome = checkVisitorChunks(root)
  const problems = outcome.kind === 'failed' ? outcome.problems.join('\n') : null
  if (problem === null) expect(problems).toBeNull()
  else expect(problems).toContain(problem)
})

test('without sentences or scripts nothing is proven', () => {
  put('apps/web/src/text/admin/admin-users.ts', '')
  build({ 'index.html': { file: 'entry.css', isEntry: true }, [USERS]: { file: 'users.js' } })
  expect(checkVisitorChunks(root)).toMatchObject({ kind: 'failed' })
})
