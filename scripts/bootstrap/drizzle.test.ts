import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run-command.ts'

const folder = join(root, 'node_modules', 'drizzle-orm')

test('drizzle-orm’s manifest is short, and each of its names still leads to its file', () => {
  expect(readFileSync(join(folder, 'package.json'), 'utf8').length).toBeLessThan(30_000)
  const { resolve } = createRequire(import.meta.url)
  const isFolder = (name: string) => existsSync(join(folder, name, 'index.cjs'))
  const names = globSync('**/*.d.cts', { cwd: folder }).map((file) => file.slice(0, -'.d.cts'.length))
  const files = names.filter((name) => name !== 'index' && !name.endsWith('/index') && !isFolder(name))
  expect(files.length).toBeGreaterThan(350)
  for (const name of files) expect(resolve(`drizzle-orm/${name}`)).toBe(join(folder, `${name}.cjs`))
  for (const name of ['pg-core', 'pg-core/columns', 'node-postgres', 'sql'])
    expect(resolve(`drizzle-orm/${name}`)).toBe(join(folder, name, 'index.cjs'))
})
