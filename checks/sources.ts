import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository: path from the root, with `/`, and text. */
export type Source = { readonly path: string; readonly text: string }

const TEST_CODE = /\.test\.tsx?$|\/testing\/|^e2e\/|^bench\//
const OWN_TOOLS = /^(scripts|checks)\/|^[^/]+\.config\.ts$/

/** Test code: `*.test.ts`, anything in a folder `testing/`, the browser journeys and the benchmarks. */
export const isTestCode = (path: string): boolean => TEST_CODE.test(path)

/** Production code: everything in packages/ and apps/ that is no test code. */
export const isProduction = (path: string): boolean =>
  /^(packages|apps)\//.test(path) && !isTestCode(path) && !OWN_TOOLS.test(path) && !/\.config\.ts$/.test(path)

export const isTypeScript = (path: string): boolean => /\.tsx?$/.test(path)

/**
 * Lists the files that are tracked, or new and not ignored, without deleted ones.
 * @throws when `root` is no git work tree: an empty list would prove nothing.
 */
export function repositoryFiles(root: string): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const paths = [...new Set(list.split('\0'))].filter((path) => path !== '')
  return paths.filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile()).sort()
}

/** Reads the TypeScript files that `wanted` accepts. */
export function readSources(root: string, wanted: (path: string) => boolean): Source[] {
  return repositoryFiles(root)
    .filter((path) => isTypeScript(path) && wanted(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
