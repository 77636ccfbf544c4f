import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { historyLine } from './history-line.ts'
import { askArchive } from './inside/ask-archive.ts'
import { openArchive } from './inside/open-archive.ts'
import { startObjectServer } from './testing/object-server.ts'
import { point } from './testing/points.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')

let dataDir: string
let server: Awaited<ReturnType<typeof startObjectServer>>
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'makas-ask-'))
  server = await startObjectServer()
  const { archive, duck } = await openArchive(settings(), () => undefined)
  mkdirSync(join(dataDir, 'journal'))
  const file = join(dataDir, 'journal', 'points.jsonl')
  for (const n of [0, 1]) {
    writeFileSync(file, `${historyLine(point({ t: NOON + n }))}\n`)
    await archive.write({ source: 'live', name: `2026-11-23-${n}`, file })
  }
  duck.close()
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const settings = () => ({ dataDir, place: { kind: 'objects', ...server.place } as const })
const cache = () => join(dataDir, 'archive-cache')
const cached = () =>
  readdirSync(cache(), { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))
const points = async () => {
  const { rows } = await askArchive(
    settings(),
    'live',
    'SELECT epoch_ms(t) - epoch_ms(min(t) OVER ()) AS t FROM lives ORDER BY 1',
  )
  return rows.map(({ t }) => Number(t))
}

test("a question neither fills nor empties the server's cache, and leaves nothing behind", async () => {
  rmSync(join(cache(), 'segments', 'live'), { recursive: true })
  // What a reader that was killed left; no process has this number.
  mkdirSync(join(cache(), 'reader-4194305-x'))
  expect(await points()).toEqual([0, 1])
  expect(cached()).toEqual([])
  expect(readdirSync(cache()).filter((name) => name.startsWith('reader-'))).toEqual([])
})

test("what the server's cache has is not fetched again", async () => {
  const before = cached()
  for (const key of server.objects.keys()) server.objects.set(key, Buffer.from('no parquet'))
  expect(await points()).toEqual([0, 1])
  expect(cached()).toEqual(before)
})

test('a segment that is replaced between the list and its reading is read under its new name', async () => {
  rmSync(join(cache(), 'segments', 'live'), { recursive: true })
  const [key = ''] = server.objects.keys()
  const get = server.objects.get.bind(server.objects)
  server.objects.get = (asked) => {
    const bytes = get(key)
    if (asked === key && bytes !== undefined) {
      server.objects.delete(key)
      server.objects.set(key.replace('2026-11-23-0', '2026-11-23-2'), bytes)
    }
    return get(asked)
  }
  expect(await points()).toEqual([0, 1])
})
