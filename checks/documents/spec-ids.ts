import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { FULL_TAG, TIERS, type Tier, tierOfFile } from '../../scripts/tiers.ts'
import { judge, type Outcome } from '../outcome.ts'
import { isTestCode, readSources, type Source } from '../sources.ts'

/** Most ids in one title: a test with more ids proves none of them in particular. */
const MOST_IDS = 3

const ID = /\b(?:[A-Z]{3,}-\d+|[A-Z]\d+[a-z]?)\b/g

/** Title of a test or a group, with its line, and the first tier that runs the test, or any test of the group. */
export type Title = { readonly text: string; readonly line: number; readonly tier: Tier }

/** Ids that a title claims: every text in its square brackets that looks like an id. */
const idsOf = (title: string): string[] =>
  [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside]) => inside?.match(ID) ?? [])

/** Collects the titles of `test`, `it` and `describe`, also of `.each(…)`, `.skip` and other forms. */
export function titlesIn({ path, text }: Source): Title[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  /** The titles at and below `node`, whose surroundings run in `tier` at the earliest. */
  const collect = (node: ts.Node, tier: Tier): Title[] => {
    const call = ts.isCallExpression(node) && isTester(node.expression) ? node : undefined
    const title = call?.arguments[0]
    const own = call === undefined ? tier : later(tier, tierOfCall(call, file))
    const below: Title[] = []
    ts.forEachChild(node, (child) => void below.push(...collect(child, own)))
    if (title === undefined || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return below
    const line = file.getLineAndCharacterOfPosition(title.getStart(file)).line + 1
    const first = TIERS.find((one) => below.some((inner) => inner.tier === one)) ?? own
    return [{ text: title.getText(file), line, tier: first }, ...below]
  }
  return collect(file, tierOfFile(path))
}

const later = (one: Tier, other: Tier): Tier => (TIERS.indexOf(one) > TIERS.indexOf(other) ? one : other)

/**
 * The tier that a call of `test` or `describe` asks for: `.runIf(isFullRun)`, `.runIf(isLongRun)`, or the tag of the
 * full tier. A tag that an expression chooses leaves its other cases in the quick tier.
 */
function tierOfCall({ expression, arguments: [, options] }: ts.CallExpression, file: ts.SourceFile): Tier {
  const how = expression.getText(file)
  if (/\.runIf\(isLongRun\)|\.skipIf\(!isLongRun\)/.test(how)) return 'long'
  if (/\.runIf\(isFullRun\)|\.skipIf\(!isFullRun\)/.test(how)) return 'full'
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return 'quick'
  const tags = options.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) && one.name.getText(file) === 'tag' ? [one.initializer] : [],
  )
  const single = tags.flatMap((tag) => (ts.isArrayLiteralExpression(tag) ? [...tag.elements] : [tag]))
  return single.some((tag) => ts.isStringLiteralLike(tag) && tag.text === FULL_TAG) ? 'full' : 'quick'
}

function isTester(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return /^(test|it|describe)$/.test(node.text)
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)) {
    return isTester(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression)
  }
  return false
}

/** Problems of titles: an unknown id, or too many ids. */
export function titleProblems(source: Source, known: ReadonlySet<string>): string[] {
  return titlesIn(source).flatMap(({ text, line }) => {
    const ids = idsOf(text)
    const unknown = ids
      .filter((id) => !known.has(id))
      .map((id) => `${source.path}:${line} names ${id}, which is no id of ours`)
    return ids.length > MOST_IDS
      ? [...unknown, `${source.path}:${line} names ${ids.length} ids, at most ${MOST_IDS}`]
      : unknown
  })
}

/** Row of a table that begins with an id, such as F20 or G1b. */
const ROW = /^\| ([A-Z]\d+[a-z]?) \|/gm

/** The documents that explain ids, each with the pattern of its ids. */
const EXPLAINED: readonly (readonly [document: string, id: RegExp])[] = [
  ['specification.md', /^- `([A-Z]+-\d+)`/gm],
  ['reliability-matrix.md', ROW],
  ['formulas.md', ROW],
  ['security.md', /^(\d+)\. /gm],
]

/** Ids that the documents explain. `SEC-24` is point 24 of security.md. */
export function knownIds(): ReadonlySet<string> {
  const docs = join(import.meta.dirname, '..', '..', 'docs')
  const idsIn = ([document, id]: (typeof EXPLAINED)[number]) =>
    [...readFileSync(join(docs, document), 'utf8').matchAll(id)].map(([, found = '']) =>
      document === 'security.md' ? `SEC-${found}` : found,
    )
  return new Set(EXPLAINED.flatMap(idsIn))
}

/** A test or group that names an id. */
type Proof = { readonly place: string; readonly tier: Tier }

/** The proofs of each id that a title of `sources` names. */
export function proofsOf(sources: readonly Source[]): ReadonlyMap<string, readonly Proof[]> {
  const proofs = new Map<string, Proof[]>()
  for (const source of sources) {
    for (const { text, line, tier } of titlesIn(source)) {
      for (const id of idsOf(text)) {
        proofs.set(id, [...(proofs.get(id) ?? []), { place: `${source.path}:${line}`, tier }])
      }
    }
  }
  return proofs
}

/** Ids that `npm test` cannot prove, each with the reason. */
const LATER_ONLY: ReadonlyMap<string, string> = new Map([
  ['B3', 'several servers and their bus are killed'],
  ['C3', 'ten thousand readers reconnect, and need the machine to themselves'],
  ['C6', 'a busy machine holds a loop as a planted fault does'],
  ['M1', 'one of several servers dies'],
])

/**
 * Problems of tiers: an id that no test of the quick tier proves, or an id of `laterOnly` that a test of the quick tier
 * proves.
 */
export function tierProblems(
  proofs: ReadonlyMap<string, readonly Proof[]>,
  laterOnly: ReadonlyMap<string, string> = LATER_ONLY,
): string[] {
  const isQuick = (id: string) => proofs.get(id)?.some(({ tier }) => tier === 'quick') === true
  const missing = [...proofs].filter(([id]) => !isQuick(id) && !laterOnly.has(id))
  return [
    ...missing.map(
      ([id, [first]]) => `${id} (${first?.place}) is proven in later tiers only: npm test must prove it too`,
    ),
    ...[...laterOnly.keys()].filter(isQuick).map((id) => `${id} is proven in npm test: take it from LATER_ONLY`),
    ...[...laterOnly.keys()].filter((id) => !proofs.has(id)).map((id) => `${id} of LATER_ONLY is named by no test`),
  ]
}

/** Sources whose titles may name ids; tests of checks/ plant false ids. */
export const readTests = (root: string): Source[] =>
  readSources(root, (path) => isTestCode(path) && !path.startsWith('checks/'))

/** Test titles name only known ids, and few at once; each named id has a proof in the quick tier. */
export function checkSpecIds(root: string): Outcome {
  const sources = readTests(root)
  const known = knownIds()
  const proofs = proofsOf(sources)
  return judge(
    [...sources.flatMap((source) => titleProblems(source, known)), ...tierProblems(proofs)],
    Math.min(proofs.size, known.size),
  )
}
