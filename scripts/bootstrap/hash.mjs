import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './place.mjs'

/** A hash over files (names and contents) and texts: equal hashes mean there is nothing to do. */
export function hashOf(paths, ...more) {
  const hash = createHash('sha256')
  for (const text of more) hash.update(`${text}\0`)
  for (const path of paths)
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex')
}
