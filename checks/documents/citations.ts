import { readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { judge, type Outcome } from '../outcome.ts'
import { repositoryFiles, type Source } from '../sources.ts'
import { knownIds } from './spec-ids.ts'

/** Files whose citations are checked. */
const CITES = /\.(tsx?|mjs|css|sql|md)$/
/** Not checked: tests of the checks plant citations and ids that do not exist. */
const PLANTED = /^checks\/.*\.test\.ts$/

/** A document with its citable parts: headings, bold openings and first cells, and numbered points. */
export type Document = {
  readonly path: string
  readonly parts: readonly string[]
  readonly points: ReadonlySet<string>
}

const PART = /^#{2,}\s+(.+)$|^(?:[-*]\s+)?\*\*(.+?)\*\*|^\|\s*([^|]+?)\s*\||^(?:[-*]\s+)?`([^`]+)`/gm
const POINT = /^(\d+)\.\s|^#{2,}\s+(\d+)\.\s|^\|\s*([A-Z]\d+[a-z]?)\s*\||^- `([A-Z]{3,}-\d+)`/gm

/** Collects the citable parts of a document. */
export function documentOf({ path, text }: Source): Document {
  const parts = [...text.matchAll(PART)].map((match) =>
    plain((match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').replace(/^\d+[.] /, '')),
  )
  const points = [...text.matchAll(POINT)].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
  return { path, parts, points: new Set(points) }
}

// A document's name, alone or with the cited part (`§ 5`, `12, 13`, `F3`, `What was learned`, also with a point of that
// part). A name in quotes names a file.
const CITATION =
  /(?<![\w'-])((?:[\w.*-]+\/)*[\w-]+\.md)(?:#[\w-]+)?(?:,? (§ ?\d+|\d+(?:(?:, | and |-)\d+)*(?![\w.%])|[A-Z]\d+[a-z]?(?:, [A-Z]\d+[a-z]?)*\b)|, ((?:--)?[A-Z`_][^.,;:()|]*|--[a-z]+)(?:, (\d+)\b)?)?/g
/** A line's end within a sentence, with the marks that begin the next line of a comment. */
const LINE_END = /\n[ \t]*(?:\*(?!\/)|\/\/|--)?/g
const DECISION = /\bdecisions? \[?(\d{4})\b/g

/** Citations of a text that lead nowhere, each with its line. */
export function citationProblems(source: Source, documents: readonly Document[]): string[] {
  const where = (index: number) => `${source.path}:${lineAt(source.text, index)}`
  // Keeps the length, so that an index leads to its line.
  const text = source.text.replace(LINE_END, (end) => ' '.repeat(end.length))
  const decisions = [...text.matchAll(DECISION)]
    .filter(([, number]) => !documents.some(({ path }) => basename(path).startsWith(`${number}-`)))
    .map(({ 0: cited, index }) => `${where(index)} cites ${cited}, which is not in the repository`)
  const cited = [...text.matchAll(CITATION)].flatMap(({ index, 1: name = '', 2: points, 3: part, 4: point }) => {
    const document = documentNamed(name, documents)
    if (document === undefined) return [`${where(index)} cites ${name}, which is not in the repository`]
    if (document === 'any') return []
    const missing = [...pointsOf(points), ...pointsOf(point)].filter((one) => !document.points.has(one))
    if (part !== undefined && !hasPart(document, part)) missing.push(part.trim())
    return missing.map((one) => `${where(index)} cites ${name} ${one}, which ${document.path} does not have`)
  })
  return [...decisions, ...cited]
}

const plain = (text: string) => text.replaceAll('`', '').replace(/\s+/g, ' ').trim().toLowerCase()

const beginsWith = (text: string, words: string) =>
  text.startsWith(words) && !/[\p{L}\p{N}]/u.test(text[words.length] ?? '')

/** Whether a document has a part that begins with the cited words, or with which the cited sentence begins. */
function hasPart({ parts }: Document, cited: string): boolean {
  const words = plain(cited)
  return parts.some((part) => beginsWith(part, words) || (part !== '' && beginsWith(words, part)))
}

/** Splits `12`, `12, 13`, `39-41`, `§ 5` and `L1, L2` into single points. */
function pointsOf(points: string | undefined): string[] {
  if (points === undefined) return []
  return points
    .replace(/§ ?/, '')
    .split(/, | and /)
    .flatMap((one) => {
      const [from, to] = one.split('-').map(Number)
      if (from === undefined || to === undefined) return [one]
      return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
    })
}

/** Finds a document by its path or by its name alone; `any` for a pattern that matches several. */
function documentNamed(name: string, documents: readonly Document[]): Document | 'any' | undefined {
  if (name.includes('*')) return 'any'
  const bare = name.replace(/^(\.\.?\/)+/, '')
  return documents.find(({ path }) => path === bare || path.endsWith(`/${bare}`) || basename(path) === bare)
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** A code file in backticks, by its path or the end of it, and the target of a link; capitals stand for any name. */
const PATH = /`((?:[\w.@$-]+\/)*[\w.@$-]+\.(?:tsx?|mjs))`|\]\((?!https?:)([^)#\s]+)/g
const ANY_NAME = /(^|\/)[A-Z]{4,}\./

/** Code files and links of a document that are none of `files`, each with its line. */
export function pathProblems({ path, text }: Source, files: readonly string[]): string[] {
  const exists = (place: string) => files.some((file) => file === place || file.startsWith(`${place}/`))
  return [...text.matchAll(PATH)].flatMap(({ index, 1: named, 2: link }) => {
    const where = `${path}:${lineAt(text, index)}`
    if (named !== undefined) {
      const isThere = ANY_NAME.test(named) || files.some((file) => file === named || file.endsWith(`/${named}`))
      return isThere ? [] : [`${where} names ${named}, which is not in the repository`]
    }
    const target = posix.join(posix.dirname(path), link ?? '').replace(/\/$/, '')
    return exists(target) ? [] : [`${where} links to ${link}, which is not in the repository`]
  })
}

/** Documents whose paths are not checked: the changelog names files that are gone, and articles link to the site. */
const PAST = /^CHANGELOG\.md$|^apps\/server\/content\//

/** Every citation and path resolves to a file of the repository, and a document explains every id. */
export function checkCitations(root: string): Outcome {
  const all = repositoryFiles(root)
  const files = all.filter((path) => CITES.test(path) && !PLANTED.test(path))
  const sources = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const documents = sources.filter(({ path }) => path.endsWith('.md')).map(documentOf)
  const looked = sources.reduce((count, { text }) => count + [...text.matchAll(CITATION)].length, 0)
  const problems = sources.flatMap((source) => citationProblems(source, documents))
  const pages = sources.filter(({ path }) => path.endsWith('.md') && !PAST.test(path))
  const paths = pages.flatMap((source) => pathProblems(source, all))
  const explained = knownIds()
  const unknown = sources.flatMap((source) => idProblems(source, explained))
  return judge([...problems, ...paths, ...unknown], looked)
}

/** Names of standards, which look like ids. */
const STANDARDS = /^(AES|BRC|CRC|ERC|SHA|UTF)$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*/g
/**
 * Id of a row, such as F20, in brackets (alone, or in a list with other ids), or behind a word that announces an id.
 * Elsewhere `S0` is a price and `L2` a depth.
 */
const ROW_ID =
  /(?<=[([]|[([][^()[\]]*(?:, | and | to |reliability ))([A-Z])\d+[a-z]?(?=[,)\]]| and | to )|(?<=\b(?:see|reliability|rows?) )([A-Z])\d+[a-z]?\b/g

/**
 * Ids in a text that no document explains: of known areas everywhere, of unknown areas in comments and documents, of
 * rows in comments. `checkSpecIds` looks at the titles of tests.
 */
export function idProblems(source: Source, explained: ReadonlySet<string>): string[] {
  const areas = new Set([...explained].map((id) => /^[A-Z]+/.exec(id)?.[0] ?? ''))
  const isDocument = source.path.endsWith('.md')
  const comments = isDocument ? [] : [...source.text.matchAll(COMMENT)].map(({ index, 0: text }) => ({ index, text }))
  const found = (pattern: RegExp, parts: readonly { readonly index: number; readonly text: string }[]) =>
    parts.flatMap(({ index, text }) =>
      [...text.matchAll(pattern)].map((match) => ({
        id: match[0],
        area: match[1] ?? match[2] ?? '',
        place: index + match.index,
      })),
    )
  const whole = [{ index: 0, text: source.text }]
  const named = [
    ...found(/\b([A-Z]{3,})-\d+\b/g, whole).filter(({ area }) => areas.has(area)),
    ...found(/\b([A-Z]{3,})-\d{1,3}\b/g, isDocument ? whole : comments).filter(
      ({ area }) => !areas.has(area) && !STANDARDS.test(area),
    ),
    ...found(ROW_ID, comments).filter(({ area }) => areas.has(area)),
  ]
  return named
    .filter(({ id }) => !explained.has(id))
    .map(({ id, place }) => `${source.path}:${lineAt(source.text, place)} names ${id}, which no document explains`)
}
