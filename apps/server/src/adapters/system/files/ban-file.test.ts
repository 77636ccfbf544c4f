import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { banFile } from './ban-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'bans-'))
afterEach(() => rmSync(join(folder, 'bans'), { recursive: true, force: true }))

test('[F20] a ban is known again after a restart, until it ends', () => {
  banFile(folder, 'binance').write({ until: 120_000, reason: 'banned' })
  const restarted = banFile(folder, 'binance')
  expect(restarted.read(119_999)).toEqual({ until: 120_000, reason: 'banned' })
  expect(restarted.read(120_000)).toBeNull()
  expect(banFile(folder, 'okx').read(0)).toBeNull()
})

test.each(['', '{', '[]', '{"until":"soon","reason":"banned"}', '{"until":5}'])(
  '[F20] a note that cannot be read (%j) means quiet for a minute, not a request',
  (text) => {
    banFile(folder, 'okx').write({ until: 1, reason: 'banned' })
    writeFileSync(join(folder, 'bans', 'okx.json'), text)
    expect(banFile(folder, 'okx').read(1_000)?.until).toBe(61_000)
  },
)
