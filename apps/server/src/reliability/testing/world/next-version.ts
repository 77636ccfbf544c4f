import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..', '..')
const MIGRATION = '9999_next'

/** Allowed migration while this version still uses the tables: it only adds, nullable or with a default. */
const STEPS = [
  'alter table tickets add column next_note text',
  `alter table users add column next_level integer not null default 3`,
  'create table next_things (id text primary key, ticket_id text references tickets (id) on delete cascade)',
]

/** Source texts that publish on the bus, and their replacements in the next version. */
const SAYINGS = [
  [
    'JSON.stringify(publication)',
    'JSON.stringify({ ...publication, next: { of: publication.node }, news: { ...publication.news, next: [1] } })',
  ],
] as const

/**
 * Makes a next version of the server: a copy of these sources with one more migration, and more fields in what its
 * engine publishes. `main`: its entry file; `remove` deletes the copy.
 */
export function makeNextVersion(): { readonly main: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'makas-next-'))
  const server = join(root, 'apps', 'server')
  mkdirSync(server, { recursive: true })
  for (const name of ['src', 'content', 'package.json'])
    cpSync(join(ROOT, 'apps', 'server', name), join(server, name), { recursive: true })
  for (const name of ['node_modules', 'packages', 'dist', 'package.json'])
    symlinkSync(join(ROOT, name), join(root, name))
  const migrations = join(server, 'src', 'adapters', 'storage', 'migrations')
  const path = join(migrations, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const last = journal.entries.at(-1)
  const entry = { ...last, idx: journal.entries.length, when: last.when + 1, tag: MIGRATION }
  writeFileSync(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
  writeFileSync(join(migrations, `${MIGRATION}.sql`), STEPS.join(';\n--> statement-breakpoint\n'))
  const codec = join(server, 'src', 'http', 'nodes', 'publication-codec.ts')
  let text = readFileSync(codec, 'utf8')
  for (const [now, next] of SAYINGS) {
    if (!text.includes(now)) throw new Error(`${codec} does not say ${now} any more`)
    text = text.replace(now, next)
  }
  writeFileSync(codec, text)
  return {
    main: join(server, 'src', 'main.ts'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
