import ts from 'typescript'
import { judge, type Outcome } from '../outcome.ts'
import { isProduction, readSources, type Source } from '../sources.ts'

/** Calls whose first argument is SQL. */
const STATEMENTS = /^(query|execute|copyTo|copyFrom)$/
/** Files with DDL of the owner, which takes no parameters; it is built of our own names, escaped. */
const DDL_HOMES =
  /^apps\/server\/src\/adapters\/storage\/(database\/roles|schema\/columns|copies\/(restore|backup|older-schema)|own-postgres\/own-postgres)\.ts$/

/** Whether a text is concatenated at run time; Drizzle's `sql` tag does not count, since it binds each value. */
const isPutTogether = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  (ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) ||
    (ts.isParenthesizedExpression(node) && isPutTogether(node.expression)))

const calledName = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : ''

const isRaw = ({ expression }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && expression.getText().endsWith('sql.raw')

const isUnboundStatement = (node: ts.Node, path: string): boolean =>
  ts.isCallExpression(node) &&
  !DDL_HOMES.test(path) &&
  (isRaw(node) || (STATEMENTS.test(calledName(node)) && isPutTogether(node.arguments[0])))

/** Whether an unbounded quantifier stands at `at`. */
const isUnbounded = (pattern: string, at: number): boolean => /^([*+]|\{\d+,\})/.test(pattern.slice(at))

/** Whether a repeated group contains a repetition, so that one text can match in exponentially many ways. */
export function hasNestedQuantifier(pattern: string): boolean {
  const groups: boolean[] = [false]
  let isInClass = false
  for (let at = 0; at < pattern.length; at++) {
    const one = pattern[at]
    if (one === '\\') at++
    else if (isInClass) isInClass = one !== ']'
    else if (one === '[') isInClass = true
    else if (one === '(') {
      groups.push(false)
      continue
    } else if (one === ')') {
      const repeats = groups.pop() === true
      if (repeats && isUnbounded(pattern, at + 1)) return true
      if (repeats) groups[groups.length - 1] = true
    }
    if (!isInClass && isUnbounded(pattern, at + 1)) groups[groups.length - 1] = true
  }
  return false
}

const patternOf = (node: ts.Node): string | null =>
  ts.isRegularExpressionLiteral(node) ? node.text.slice(1, node.text.lastIndexOf('/')) : null

/** Concatenated statements and patterns with nested quantifiers, as `path:line …` (security.md 54, 56). */
export function unsafeTexts({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const line = () => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    const pattern = patternOf(node)
    if (isUnboundStatement(node, path)) found.push(`${path}:${line()} puts a statement together of text`)
    if (pattern !== null && hasNestedQuantifier(pattern)) found.push(`${path}:${line()} repeats a repetition`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Production code binds every value of a statement, and has no pattern with nested quantifiers. */
export function checkUnsafeTexts(root: string): Outcome {
  const sources = readSources(root, isProduction)
  return judge(sources.flatMap(unsafeTexts), sources.length, 10)
}
