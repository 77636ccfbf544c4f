import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run-command.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

test('the hook, once switched on, refuses a commit of a file that is not formatted', { timeout: 60_000 }, () => {
  const clone = mkdtempSync(join(tmpdir(), 'makas-hooks-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  for (const name of ['biome.jsonc', 'scripts/hooks', '.gitignore']) {
    cpSync(join(root, name), join(clone, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  // Without the settings and the repository of whoever runs this test.
  const env = { PATH: process.env.PATH, HOME: clone, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: clone, env, stdio: 'pipe' })
  const commit = () => {
    git('add', 'a.ts')
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
    return spawnSync('git', [...who, 'commit', '-m', 'a'], { cwd: clone, env, encoding: 'utf8' })
  }
  git('init', '-q')
  writeFileSync(join(clone, 'a.ts'), 'export const a = "1";\n')
  expect(commit().status).toBe(0)

  execFileSync('sh', ['-c', scripts.hooks ?? ''], { cwd: clone, env })
  writeFileSync(join(clone, 'a.ts'), 'export const a = "2";\n')
  const refused = commit()
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('biome check --write --staged')])
  writeFileSync(join(clone, 'a.ts'), "export const a = '2'\n")
  expect(commit().status).toBe(0)

  // Nothing that ships or installs switches it on.
  const installs = Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))
  expect(installs).toEqual([])
})
