import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type Encoding, PreparedBody } from '../../presenters/prepared-body.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const READY_MADE: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

export type SiteFile = {
  readonly body: PreparedBody
  readonly type: string
  /** The file's name holds a hash of its content, so the file never changes. */
  readonly isImmutable: boolean
}

/**
 * The built site, read whole into memory. Only these files can be served, whatever the address says, and a new build
 * beside a running server does not mix with the old. Dot files and source maps are left out.
 */
export function readSite(folder: string): ReadonlyMap<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined || address.includes('/.')) continue
    const body = new PreparedBody(readFileSync(path), 9)
    for (const [encoding, ending] of READY_MADE) {
      if (existsSync(path + ending)) body.adopt(encoding, readFileSync(path + ending))
    }
    files.set(address, { body, type, isImmutable: address.startsWith('/assets/') })
  }
  return files
}
