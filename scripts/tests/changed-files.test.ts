import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedFiles } from './changed-files.ts'

test('changes since main: committed, staged, unstaged, new and deleted files', { timeout: 60_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), 'makas-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
  const git = (...args: readonly string[]) => execFileSync('git', [...who, ...args], { cwd: root, stdio: 'pipe' })
  const write = (text: string, ...names: readonly string[]) => {
    for (const name of names) writeFileSync(join(root, name), `${text} of ${name}`)
  }
  const commit = () => {
    git('add', '.')
    git('commit', '-qm', 'a')
  }
  git('init', '-qb', 'main')
  writeFileSync(join(root, '.gitignore'), '*.log\n')
  write('first', 'kept.ts', 'committed.ts', 'staged.ts', 'unstaged.ts', 'deleted.ts', 'ours.ts')
  commit()
  expect(changedFiles(root)).toEqual([])

  git('checkout', '-qb', 'work')
  write('next', 'committed.ts')
  commit()
  write('next', 'staged.ts')
  git('add', '.')
  write('next', 'unstaged.ts', 'new.ts', 'ignored.log')
  git('rm', '-q', 'deleted.ts')
  const changed = ['committed.ts', 'deleted.ts', 'new.ts', 'staged.ts', 'unstaged.ts']
  expect(changedFiles(root)).toEqual(changed)

  // What others bring to main meanwhile is no change of ours.
  git('stash', '-qu')
  git('checkout', '-q', 'main')
  git('update-ref', 'refs/remotes/origin/main', 'main')
  write('next', 'ours.ts')
  commit()
  expect(changedFiles(root)).toEqual(['ours.ts'])
  git('checkout', '-q', 'work')
  git('stash', 'pop', '-q')
  expect(changedFiles(root)).toEqual(changed)
})
