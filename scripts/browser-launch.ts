import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

type BrowserLaunch = { executablePath: string; args: string[]; env: Record<string, string> }

/**
 * How Playwright starts the Chromium that `bootstrap --browser` unpacked, or the Chromium at BROWSER_PATH. The
 * package's own launch arguments are left out: they switch web security off, and that would hide CORS faults.
 */
export function browserLaunch(): BrowserLaunch {
  const folder = unpackedFolder()
  const executablePath = process.env.BROWSER_PATH ?? join(folder, 'chromium')
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]))
  if (existsSync(executablePath) && lacksLibraries(executablePath)) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
  return { executablePath, args: ['--font-render-hinting=none'], env }
}

function unpackedFolder(): string {
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return join(root, 'node_modules', '.cache', `browser-${version}`)
}

/** True where the machine lacks one of the libraries that Chromium needs (libnss3, libnspr4, libexpat). */
function lacksLibraries(executablePath: string): boolean {
  if (process.platform !== 'linux') return false
  return execFileSync('ldd', [executablePath], { encoding: 'utf8' }).includes('not found')
}
