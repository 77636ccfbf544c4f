import { basename } from 'node:path'
import { judge, type Outcome } from './outcome.ts'
import { isTypeScript, readSources, type Source } from './sources.ts'

const LONGEST = 400

/** Files without a limit of lines, since they hold data: reviewed tables, recorded frames, migrations, sentences. */
const MAY_BE_LONG =
  /\/identity\/assets[^/]*\.ts$|\/fixtures\/|\/migrations\/|^apps\/web\/src\/text\/([^/]+\/)?[^/]+\.ts$/

/** Names without a meaning, which would attract unrelated code. */
const EMPTY_NAMES = /^(utils?|helpers?|commons?|managers?|services?|misc)$/

const KEBAB = /^_?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/

/** Problems of a file's name, length and loose ends. */
export function shapeProblems({ path, text }: Source): string[] {
  const problems: string[] = []
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (lines > LONGEST && !MAY_BE_LONG.test(path)) problems.push(`${path} has ${lines} lines, at most ${LONGEST}`)
  if (!KEBAB.test(basename(path))) problems.push(`${path} is not in kebab-case`)
  const words = path.replace(/\.tsx?$/, '').split(/[/.-]/)
  const empty = words.find((word) => EMPTY_NAMES.test(word))
  if (empty !== undefined) problems.push(`${path}: the name "${empty}" does not say what is in it`)
  for (const [index, line] of text.split('\n').entries()) {
    if (/\b(TODO|FIXME|XXX)\b(?!.*#\d)/.test(line) && /\/\/|\/?\*/.test(line)) {
      problems.push(`${path}:${index + 1} has a TODO without the number of an issue`)
    }
  }
  return problems
}

/** Checks names, lengths and loose ends of every TypeScript file. */
export function checkFileShape(root: string): Outcome {
  const sources = readSources(root, (path) => isTypeScript(path) && !/^checks\/file-shape/.test(path))
  return judge(sources.flatMap(shapeProblems), sources.length, 10)
}
