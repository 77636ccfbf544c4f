import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFolders } from './watch-folders.ts'

test('tells of files that are written, replaced or removed, in folders old, new and made again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'makas-watch-'))
  mkdirSync(join(root, 'old'))
  const waiting = new Map<string, () => void>()
  const close = watchFolders([root], (path) => waiting.get(path)?.())
  onTestFinished(() => {
    close()
    rmSync(root, { recursive: true, force: true })
  })
  /** Ends once a change of `path` that `act` makes was told. */
  const tells = (path: string, act: (path: string) => void) =>
    new Promise<void>((resolve) => {
      waiting.clear()
      waiting.set(join(root, path), resolve)
      act(join(root, path))
    })
  const write = (path: string) => writeFileSync(path, 'x')
  await tells('old/a.ts', write)
  await tells('old/a.ts', (path) => {
    writeFileSync(`${path}.tmp`, 'y')
    renameSync(`${path}.tmp`, path)
  })
  await tells('old/a.ts', (path) => rmSync(path))
  for (const name of ['new', 'new/inner']) await tells(name, (path) => mkdirSync(path))
  await tells('new/inner/b.ts', write)
  await tells('new', (path) => rmSync(path, { recursive: true }))
  await tells('new', (path) => mkdirSync(path))
  await tells('new/c.ts', write)
  expect(waiting.size).toBe(1)
})
