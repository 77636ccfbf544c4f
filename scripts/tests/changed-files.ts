import { execFileSync } from 'node:child_process'

/**
 * The files that differ from the point where this work left `main`: committed, not committed, new and deleted, by path
 * from the root.
 */
export function changedFiles(root: string): string[] {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const known = new Set(git('for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes').split('\n'))
  // Work on `main` itself is compared with the last pushed or fetched state.
  const mains = git('branch', '--show-current').trim() === 'main' ? ['origin/main'] : ['main', 'origin/main']
  const main = mains.find((name) => known.has(name))
  const base = main === undefined ? 'HEAD' : git('merge-base', 'HEAD', main).trim()
  const listed =
    git('diff', '--name-only', '-z', '--no-renames', base) + git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(listed.split('\0'))].filter((path) => path !== '').sort()
}
