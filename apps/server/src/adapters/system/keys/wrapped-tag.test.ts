import { expect, test } from 'vitest'
import type { KeyVersion } from './key-ring.ts'
import { tagOf, tagsUnder, wrapped } from './wrapped-tag.ts'

const key = (version: number): KeyVersion => ({
  ...{ use: 'pepper', version, id: String(version).padStart(16, '0'), from: 0 },
  key: Buffer.alloc(32, version),
})

test('a tag is found whichever keys an interrupted change left out', () => {
  const [first, second, third] = [key(1), key(2), key(3)]
  const stored = [
    wrapped(tagOf('code', first), third),
    wrapped(wrapped(tagOf('code', first), second), third),
    tagOf('code', second),
  ]
  const tags = tagsUnder('code', [first, second, third]).map(({ ids }) => ids)
  for (const { ids } of stored) expect(tags).toContain(ids)
  expect(new Set(tags).size).toBe(7)
})
