import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKeyRing } from '../../system/keys/key-file.ts'

/** Makes a key file with one key, in a new folder. */
export function makeKeyFile(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'makas-keys-'))
  const path = join(folder, 'master.key')
  makeKeyRing(path)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
