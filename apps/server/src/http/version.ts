import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
  version: string
}

/** The product's version, for the start's output, the API's description and the admin panel. */
export const VERSION = version
