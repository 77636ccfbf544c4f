import ts from 'typescript'
import { judge, type Outcome } from '../outcome.ts'
import { isProduction, readSources, type Source } from '../sources.ts'

/**
 * A global that needs no import and so slips past the import rules: clock, randomness, locale-dependent formats,
 * environment, network (rule 13, and for globals rules 6 and 8).
 */
type Ambient = {
  readonly what: string
  readonly matches: (node: ts.Node) => boolean
  /** Paths that may use it. */
  readonly home: RegExp
  /** Paths that the rule applies to; absent: all production code. */
  readonly within?: RegExp
}

/** Whether a node is `object.member`, also as `globalThis.Date.now`; `members`: pattern of the member names. */
const isMember = (node: ts.Node, object: string, members: RegExp): boolean =>
  ts.isPropertyAccessExpression(node) && members.test(node.name.text) && lastName(node.expression) === object

const lastName = (node: ts.Node): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : ''

const isCallOf = (node: ts.Node, names: RegExp): boolean =>
  (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  names.test(node.expression.text)

/** Whether a node reads the clock: `new Date()` and `Date()`; `new Date(value)` only converts. */
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
    home: /^apps\/server\/src\/config\/config\.ts$/,
  },
  {
    what: 'a timer or the network in a translating file',
    matches: (node) => isCallOf(node, /^(setTimeout|setInterval|setImmediate|queueMicrotask|fetch|WebSocket)$/),
    home: /^$/,
    within: /\/exchanges\/[^/]+\/(futures-)?(wire|map|sequence)\.ts$/,
  },
]

/** Uses of ambient globals outside their homes in one file, as `path:line uses what`. */
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

/** Import rule 13: production code takes time, randomness, formats and settings only from their homes. */
export function checkAmbient(root: string): Outcome {
  const sources = readSources(root, isProduction)
  return judge(sources.flatMap(ambientUses), sources.length, 10)
}
