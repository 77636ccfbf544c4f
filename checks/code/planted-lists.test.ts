import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { placesIn } from '../documents/exchange-places.ts'

const root = join(import.meta.dirname, '..', '..')
const PROJECTS = ['packages/domain', 'packages/contract', 'apps/server', 'apps/web']

/** A text of a file, and what stands in its place in the copy. */
type Change = { readonly file: string; readonly text: string; readonly planted: string }

/** Changes a copy of what ships. Returns the files in which the compiler finds errors. */
function filesNamed(changes: readonly Change[]): readonly string[] {
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
  for (const { file, text, planted } of changes) {
    const before = readFileSync(join(copy, file), 'utf8')
    expect(before).toContain(text)
    writeFileSync(join(copy, file), before.replace(text, planted))
  }
  const found = PROJECTS.flatMap((project) => {
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', project, '--pretty', 'false'], { cwd: copy })
    return [...String(stdout).matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, path = '']) => path)
  })
  return [...new Set(found)].filter((path) => !/\.test\.tsx?$|\/testing\//.test(path)).sort()
}

test('a fifth exchange: each place that the compiler names is a step of the recipe', () => {
  const file = 'packages/domain/src/market/exchange.ts'
  const text = "export const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'] as const"
  const named = filesNamed([{ file, text, planted: text.replace(']', ", 'planted']") }])
  const places = placesIn(readFileSync(join(root, 'docs/exchanges/README.md'), 'utf8'))
  const isPlace = (path: string) =>
    places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)))
  expect(named.filter((path) => !isPlace(path))).toEqual([])
  expect(named).toContain('apps/server/src/adapters/exchanges/feeds.ts')
})

/** A fourth mode: its id, and its row and evidence where all rows and all evidence are listed. */
const FOURTH_MODE: readonly Change[] = [
  {
    file: 'packages/domain/src/lifecycle/mode.ts',
    text: "export const MODES = ['spot', 'carry', 'tri'] as const",
    planted: "export const MODES = ['spot', 'carry', 'tri', 'planted'] as const",
  },
  {
    file: 'packages/contract/src/calls/http.ts',
    text: "    tri: '/api/triangular-opportunities',",
    planted: "    tri: '/api/triangular-opportunities',\n    planted: '/api/planted-opportunities',",
  },
  {
    file: 'packages/contract/src/market/row.ts',
    text: "/** A row of any mode, discriminated by `mode`. */\nexport const OpportunityRow = z.discriminatedUnion('mode', [",
    planted: `import { everyRow } from './every-row.ts'
export const PlantedRow = z.object({ ...everyRow, mode: z.literal('planted'), net_pnl: z.number() })
export const OpportunityRow = z.discriminatedUnion('mode', [PlantedRow, `,
  },
  {
    file: 'packages/contract/src/market/row.ts',
    text: '  tri: z.array(TriRow),',
    planted: '  tri: z.array(TriRow),\n  planted: z.array(PlantedRow),',
  },
  {
    file: 'packages/contract/src/market/evidence.ts',
    text: 'export const EvidenceAnswer = z.union([',
    planted: `import { PlantedRow } from './row.ts'
const PlantedAnswer = z.object({ row: PlantedRow, evidence: z.object({ legs: z.array(EvidenceLeg), net: ExactText }) })
export const EvidenceAnswer = z.union([PlantedAnswer, `,
  },
  {
    file: 'apps/server/src/app/market/opportunity/opportunity.ts',
    text: 'export type Opportunity =',
    planted: `import type { LegEvidence, OpportunityBase } from './evaluation.ts'
type PlantedOpportunity = OpportunityBase & { readonly mode: 'planted'; readonly legs: readonly LegEvidence[] }
export type Opportunity = PlantedOpportunity |`,
  },
]

test('a fourth mode with its row: the compiler names each list, count, filter and title, in as many files as CONTRIBUTING.md says', () => {
  const named = filesNamed(FOURTH_MODE)
  expect(named).toEqual(
    expect.arrayContaining([
      'apps/server/src/app/ports/market/archive.ts',
      'apps/web/src/shared/opportunity/modes/modes.ts',
      'apps/web/src/text/market/opportunities.ts',
    ]),
  )
  const edited = new Set([...named, ...FOURTH_MODE.map(({ file }) => file)])
  const stated = /A new mode edits (\d+) files/.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1]
  expect(edited.size).toBe(Number(stated))
  expect(edited.size).toBeLessThanOrEqual(30)
})
