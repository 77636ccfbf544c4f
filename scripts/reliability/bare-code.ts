import { createHash } from 'node:crypto'
import ts from 'typescript'

/** Comments, white space, and commas: a list that is broken into lines gets one more. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/.*|[\s,]+/g

/** AssemblyScript, whose types decide what is compiled. */
const TYPED = /^packages\/domain\/book-core\//

/**
 * Hash of a file's code that comments, white space and types do not change: of its syntax tree, with each name, literal
 * and template as written, and the keywords and punctuation between them. White space within literals counts.
 */
export function bareHash(path: string, text: string): string {
  const hasErasedTypes = !TYPED.test(path)
  const file = ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  })
  const parts: string[] = []
  let from = 0
  let skipped = ''
  // The text between two tokens of the tree has no literal, so `//` and `/*` begin comments there.
  const between = (to: number) => skipped + text.slice(from, to).replace(NO_CODE, '')
  const visit = (node: ts.Node): void => {
    if (hasErasedTypes && isErased(node)) {
      skipped = between(node.getStart(file))
      from = node.end
      return
    }
    parts.push(`${node.kind}(`)
    if (ts.isToken(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart(file)
      parts.push(between(start))
      skipped = ''
      const token = text.slice(start, node.end)
      parts.push(ts.isJsxText(node) ? shownText(token) : token)
      from = node.end
    } else ts.forEachChild(node, visit)
    parts.push(')')
  }
  visit(file)
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

/** Whether nothing of a node is left of it at run time: types, and imports and exports of types alone. */
function isErased(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  if (ts.isExportDeclaration(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return node.isTypeOnly
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword
  // The class behind `extends` is one too.
  if (ts.isExpressionWithTypeArguments(node)) return false
  return (
    ts.isTypeNode(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  )
}

/** Text between JSX tags as React shows it: lines without their indentation, joined by one space. */
function shownText(text: string): string {
  const lines = text.split('\n')
  const last = lines.length - 1
  const trimmed = lines.map((line, at) => {
    const begun = at === 0 ? line : line.trimStart()
    return at === last ? begun : begun.trimEnd()
  })
  return trimmed.filter((line) => line !== '').join(' ')
}
