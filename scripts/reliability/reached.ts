import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import ts from 'typescript'
import { bareHash } from './bare-code.ts'
import type { Tree } from './history.ts'

const CODE = /\.(tsx?|mjs)$/
/** Our packages by the names under which they are imported; each has one door. */
const PACKAGE = /^@makas\/([a-z]+)$/
/** Places in the code that start or read files: threads, processes, folders of SQL and texts. */
const BY_URL = /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g
const BY_FOLDER = /(?:const (\w+) = )?join\(\s*import\.meta\.dirname,\s*((?:'[^']*'(?:,\s*)?)+)\)/g
/** Places below a constant that holds such a folder, up to the first part that is no plain text. */
const BELOW = /join\(\s*(\w+)((?:,\s*'[^']*')+)/g
/** A folder above the file: a base of other places, whose files nobody reads for that. */
const ABOVE = /^\.\.(\/\.\.)*$/

/** Names by the text of a file: most files are unchanged in most commits. */
const namedIn = new Map<string, readonly string[]>()

/** All names in a file: imports, also dynamic ones and those of types, and places beside it. */
function namesIn(text: string): readonly string[] {
  const known = namedIn.get(text)
  if (known !== undefined) return known
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const urls = [...text.matchAll(BY_URL)].map(([, place = '']) => place)
  const bases = [...text.matchAll(BY_FOLDER)].map(([, name, parts = '']) => ({ name, place: pathOf(parts) }))
  const below = [...text.matchAll(BELOW)].flatMap(([, name, parts = '']) =>
    bases.filter((base) => base.name === name).map(({ place }) => `${place}/${pathOf(parts)}`),
  )
  const places = [...urls, ...bases.map(({ place }) => place), ...below].filter((place) => !ABOVE.test(place))
  const names = [...imports, ...places.map((place) => (place.startsWith('.') ? place : `./${place}`))]
  namedIn.set(text, names)
  return names
}

/** The path of quoted parts. */
const pathOf = (parts: string) => [...parts.matchAll(/'([^']*)'/g)].map(([, part]) => part).join('/')

const TEST = /\.test\.tsx?$/

/**
 * The files that a name leads to: one file, all of a folder except its tests, which nothing runs by the name, or none
 * of the repository's.
 */
function filesAt(name: string, from: string, { files }: Tree): string[] {
  const [, door] = PACKAGE.exec(name) ?? []
  if (door !== undefined) return [`packages/${door}/src/index.ts`].filter((path) => files.has(path))
  if (!name.startsWith('.')) return []
  const path = posix.normalize(posix.join(posix.dirname(from), name)).replace(/\/$/, '')
  return files.has(path) ? [path] : [...files.keys()].filter((file) => file.startsWith(`${path}/`) && !TEST.test(file))
}

const JOURNEY = /^e2e\//
/**
 * Entries that a browser journey runs without importing them: the site, built of its sources, and the server that
 * `playwright.config.ts` starts.
 */
const DRIVEN = ['playwright.config.ts', 'apps/web/index.html', 'apps/web/src/main.tsx', 'apps/server/src/main.ts']

/** The links of each file of a tree; many tests reach them. */
const linksOf = new WeakMap<Tree, Map<string, readonly string[]>>()

function linksFrom(path: string, tree: Tree): readonly string[] {
  const links = linksOf.get(tree) ?? new Map<string, readonly string[]>()
  linksOf.set(tree, links)
  const known = links.get(path)
  if (known !== undefined) return known
  const found = CODE.test(path) ? namesIn(tree.text(path)).flatMap((name) => filesAt(name, path, tree)) : []
  links.set(path, found)
  return found
}

/**
 * A test file and everything of the repository that it imports, starts or reads, and what those files reach in turn.
 */
export function reachedFrom(test: string, tree: Tree): ReadonlySet<string> {
  const named = JOURNEY.test(test) ? [test, ...DRIVEN] : [test]
  const reached = new Set(tree.files.has(test) ? named.filter((path) => tree.files.has(path)) : [])
  for (const path of reached) for (const file of linksFrom(path, tree)) reached.add(file)
  return reached
}

/** Hashes by path and blob id: most files are unchanged in most commits. */
const bareHashes = new Map<string, string>()

/** Identifies the content of a file: of code without comments, white space and types, of any other file its blob id. */
function contentOf(path: string, { files, text }: Tree): string {
  const id = files.get(path) ?? ''
  if (!CODE.test(path)) return id
  const name = `${path} ${id}`
  const known = bareHashes.get(name) ?? bareHash(path, text(path))
  bareHashes.set(name, known)
  return known
}

const codesOf = new WeakMap<Tree, Map<string, string | null>>()

/** Hash of the contents of all files that a test reaches (`contentOf`); null where the test is not there. */
export function codeOf(test: string, tree: Tree): string | null {
  const codes = codesOf.get(tree) ?? new Map<string, string | null>()
  codesOf.set(tree, codes)
  const known = codes.get(test)
  if (known !== undefined) return known
  const lines = [...reachedFrom(test, tree)].sort().map((path) => `${path} ${contentOf(path, tree)}\n`)
  const code = lines.length === 0 ? null : createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16)
  codes.set(test, code)
  return code
}
