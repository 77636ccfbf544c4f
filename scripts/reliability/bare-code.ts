import { createHash } from 'node:crypto'
import ts from 'typescript'

/** Comments, white space, and commas: a list that is broken into lines gets one more. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/.*|[\s,]+/g

/**
 * Hash of a file's code that comments and white space do not change: of its syntax tree, with each name, literal and
 * template as written, and the keywords and punctuation between them. White space within literals counts.
 */
export function bareHash(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  })
  const parts: string[] = []
  let from = 0
  // The text between two tokens of the tree has no literal, so `//` and `/*` begin comments there.
  const between = (to: number) => parts.push(text.slice(from, to).replace(NO_CODE, ''))
  const visit = (node: ts.Node): void => {
    parts.push(`${node.kind}(`)
    if (ts.isToken(node)) {
      const start = ts.isJsxText(node) ? node.pos : node.getStart(file)
      between(start)
      const token = text.slice(start, node.end)
      parts.push(ts.isJsxText(node) ? shownText(token) : token)
      from = node.end
    } else ts.forEachChild(node, visit)
    parts.push(')')
  }
  visit(file)
  return createHash('sha256').update(parts.join('\0')).digest('hex')
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
