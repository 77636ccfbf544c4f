import ts from 'typescript'
import { judge, type Outcome } from './outcome.ts'
import { isProduction, readSources, type Source } from './sources.ts'

/**
 * Things that every file can reach without an import, and so slip past the import rules: the clock, chance, locale
 * dependent figures, the environment, and talking to the network (rule 13, and 6 and 8 as far as globals go).
 */
type Ambient = {
  readonly what: string
  readonly matches: (node: ts.Node) => boolean
  /** Where it may stand. */
  readonly home: RegExp
  /** Where the rule holds at all; everywhere that ships when left out. */
  readonly within?: RegExp
}

/** `Date.now`, and `globalThis.Date.now` too. */
const isMember = (node: ts.Node, object: string, members: RegExp): boolean =>
  ts.isPropertyAccessExpression(node) && members.test(node.name.text) && lastName(node.expression) === object

const lastName = (node: ts.Node): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : ''

const isCallOf = (node: ts.Node, names: RegExp): boolean =>
  (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  names.test(node.expression.text)

/** A Date of now: `new Date()` and `Date()`; `new Date(value)` only converts. */
const isDateOfNow = (node: ts.Node): boolean =>
  isCallOf(node, /^Date$/) && (ts.isCallExpression(node) || !(node as ts.NewExpression).arguments?.length)

const CLOCKS = /^apps\/server\/src\/(adapters\/system\/|simulator\/clock\.ts$)|^apps\/web\/src\/shared\//

const AMBIENT: readonly Ambient[] = [
  {
    what: 'the clock',
    matches: (node) =>
      isDateOfNow(node) ||
      isMember(node, 'Date', /^now$/) ||
      isMember(node, 'performance', /^now$/) ||
      isMember(node, 'process', /^hrtime$/),
    home: CLOCKS,
  },
  {
    what: 'chance',
    matches: (node) => isMember(node, 'Math', /^random$/),
    home: /^apps\/server\/src\/adapters\/system\/|^apps\/web\/src\/shared\//,
  },
  {
    what: 'a locale or float format',
    matches: (node) =>
      (ts.isPropertyAccessExpression(node) && /^(toFixed|parseFloat|toLocale[A-Z]\w+)$/.test(node.name.text)) ||
      (ts.isIdentifier(node) &&
        node.text === 'Intl' &&
        !ts.isTypeReferenceNode(node.parent) &&
        !ts.isQualifiedName(node.parent)) ||
      isCallOf(node, /^parseFloat$/),
    home: /\/format\//,
  },
  {
    what: 'the environment',
    matches: (node) => isMember(node, 'process', /^env$/),
    home: /^apps\/server\/src\/config\.ts$/,
  },
  {
    what: 'a timer or the network in a translating file',
    matches: (node) => isCallOf(node, /^(setTimeout|setInterval|setImmediate|queueMicrotask|fetch|WebSocket)$/),
    home: /^$/,
    within: /\/exchanges\/[^/]+\/(wire|map|sequence)\.ts$/,
  },
]

/** The places in one file that reach for something ambient away from its home, as `path:line uses what`. */
export function ambientUses({ path, text }: Source): string[] {
  const rules = AMBIENT.filter(({ home, within }) => !home.test(path) && (within?.test(path) ?? true))
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    for (const { what, matches } of rules) {
      if (matches(node))
        found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} uses ${what}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Import rule 13: everything that ships takes time, chance, formats and settings from where they live. */
export function checkAmbient(root: string): Outcome {
  const sources = readSources(root, isProduction)
  return judge(sources.flatMap(ambientUses), sources.length, 10)
}
