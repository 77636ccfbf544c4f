import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { judge, type Outcome } from './outcome.ts'
import { isTestCode, readSources, type Source } from './sources.ts'

/** Most ids in one title: a test with more proves none of them in particular. */
const MOST_IDS = 3

const ID = /\b(?:[A-Z]{3,}-\d+|[A-Z]\d+[a-z]?)\b/g

/** Title of a test or a group, with its line. */
export type Title = { readonly text: string; readonly line: number }

/** Ids that a title claims: everything that looks like one within its square brackets. */
const idsOf = (title: string): string[] =>
  [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside]) => inside?.match(ID) ?? [])

/** Collects the titles of `test`, `it` and `describe`, also with `.each(…)`, `.skip` and the like. */
export function titlesIn({ path, text }: Source): Title[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const titles: Title[] = []
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && isTester(node.expression) ? node.arguments[0] : undefined
    if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
      titles.push({
        text: title.getText(file),
        line: file.getLineAndCharacterOfPosition(title.getStart(file)).line + 1,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
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

/** Ids of the specification, the fault matrix and the golden numbers; spec-ids.txt has one a line. */
export function knownIds(): ReadonlySet<string> {
  const lines = readFileSync(join(import.meta.dirname, 'spec-ids.txt'), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== ''))
}

/** Test titles name only known ids, and few at once. */
export function checkSpecIds(root: string): Outcome {
  const sources = readSources(root, (path) => isTestCode(path) && !path.startsWith('checks/'))
  const known = knownIds()
  return judge(
    sources.flatMap((source) => titleProblems(source, known)),
    Math.min(sources.flatMap(titlesIn).length, known.size),
  )
}
