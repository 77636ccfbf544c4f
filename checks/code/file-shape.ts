import { basename, dirname } from 'node:path'
import { judge, type Outcome } from '../outcome.ts'
import { isTypeScript, readSources, repositoryFiles, type Source } from '../sources.ts'

const LONGEST = 400
/** Most files that a folder holds beside its own folders. */
const MOST_FILES = 25

/** Files without a limit of lines, since they hold data: reviewed tables, recorded frames, migrations, sentences. */
const MAY_BE_LONG =
  /\/identity\/assets[^/]*\.ts$|\/fixtures\/|\/migrations\/|^apps\/web\/src\/text\/([^/]+\/)?[^/]+\.ts$/

/** Folders without a limit of files: articles of the help centre, and migrations, which stand in one row. */
const MAY_BE_FULL = /^apps\/server\/content\/help$|\/migrations(\/|$)/

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

/** Folders that hold too many of `files`. */
export function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !MAY_BE_FULL.test(folder))
    .map(([folder, count]) => `${folder} holds ${count} files, at most ${MOST_FILES}`)
}

/** Checks names, lengths and loose ends of every TypeScript file, and how many files of any kind each folder holds. */
export function checkFileShape(root: string): Outcome {
  const sources = readSources(root, (path) => isTypeScript(path) && !/^checks\/code\/file-shape/.test(path))
  return judge([...sources.flatMap(shapeProblems), ...fullFolders(repositoryFiles(root))], sources.length, 10)
}
