import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placesIn } from './exchange-places.ts'

const root = join(import.meta.dirname, '..')
const PROJECTS = ['packages/domain', 'packages/contract', 'apps/server', 'apps/web']

/** Copies what ships, with one line replaced. Returns the files in which the compiler then finds errors. */
function filesNamed(file: string, line: string, planted: string): readonly string[] {
  const copy = mkdtempSync(join(tmpdir(), 'makas-planted-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const project of PROJECTS) cpSync(join(root, project), join(copy, project), { recursive: true })
  for (const name of readdirSync(root).filter((one) => /^tsconfig.*\.json$/.test(one)))
    cpSync(join(root, name), join(copy, name))
  // The copy's own packages take the place of ours.
  const packages = join(copy, 'node_modules')
  mkdirSync(join(packages, '@makas'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@makas' && one !== '.cache'))
    symlinkSync(join(root, 'node_modules', name), join(packages, name))
  for (const name of ['domain', 'contract']) symlinkSync(join(copy, 'packages', name), join(packages, '@makas', name))
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text).toContain(line)
  writeFileSync(join(copy, file), text.replace(line, planted))
  const found = PROJECTS.flatMap((project) => {
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', project, '--pretty', 'false'], { cwd: copy })
    return [...String(stdout).matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path)
  })
  return [...new Set(found)].filter((path) => !/\.test\.tsx?$|\/testing\//.test(path)).sort()
}

test('a fifth exchange: each place that the compiler names is a step of the recipe', () => {
  const line = "export const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'] as const"
  const named = filesNamed('packages/domain/src/market/exchange.ts', line, line.replace(']', ", 'planted']"))
  const places = placesIn(readFileSync(join(root, 'docs/exchanges/README.md'), 'utf8'))
  const isPlace = (path: string) =>
    places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))
  expect(named.filter((path) => !isPlace(path))).toEqual([])
  expect(named).toContain('apps/server/src/adapters/exchanges/feeds.ts')
})

test('a fourth mode: the compiler names every list, count, filter and title', () => {
  const line = "export const MODES = ['spot', 'carry', 'tri'] as const"
  const named = filesNamed('packages/domain/src/lifecycle/mode.ts', line, line.replace(']', ", 'planted']"))
  expect(named).toEqual(
    expect.arrayContaining([
      'packages/contract/src/market/row.ts',
      'apps/server/src/app/ports/market/archive.ts',
      'apps/web/src/text/market/opportunities.ts',
    ]),
  )
  // What it names with the id alone; the rows of a new mode name the places that show them.
  expect(named.length).toBeLessThanOrEqual(30)
})
