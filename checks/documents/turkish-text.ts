import ts from 'typescript'
import { judge, type Outcome } from '../outcome.ts'
import { isProduction, readSources, type Source } from '../sources.ts'

const TURKISH = /[çğışöüÇĞİŞÖÜ]/

/** Files that may have Turkish text: users' sentences, the glossary, names of assets. */
const HOMES =
  /^apps\/web\/src\/text\/|^apps\/server\/src\/(http\/text|commands\/shared\/doctor-text)\.ts$|^packages\/contract\/src\/calls\/errors?\.ts$|^packages\/domain\/src\/market\/identity\//

/** Turkish words in strings outside those files, as `path:line`; comments may quote the glossary. */
export function turkishUses({ path, text }: Source): string[] {
  if (HOMES.test(path)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    if (isText && TURKISH.test(node.text)) {
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} holds Turkish text`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Every sentence that users read stands in one of the files of `HOMES`. */
export function checkTurkishText(root: string): Outcome {
  const sources = readSources(root, isProduction)
  return judge(sources.flatMap(turkishUses), sources.length, 10)
}
