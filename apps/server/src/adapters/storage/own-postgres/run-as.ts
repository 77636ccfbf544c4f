import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefusal } from './start-refusal.ts'

/** The way to run PostgreSQL's programs, which refuse to run as root. */
export type RunAs = {
  readonly name: 'self' | 'unshare' | 'setpriv'
  /** Makes the command line of a PostgreSQL program. */
  readonly command: (program: string) => readonly [command: string, ...args: string[]]
  /** User id that must own its folders; null where ownership stays as it is. */
  readonly owner: number | null
}

const run = promisify(execFile)
const NOBODY = 65_534
const UNSHARE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const
/**
 * Capabilities that let the user nobody enter the data folder of root, the smaller first: to read others' files, to
 * write them too. Most containers give root only the second.
 */
const CAPABILITIES = ['dac_read_search', 'dac_override'] as const
const setpriv = (capability: string) => [
  'setpriv',
  ...['--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups', '--no-new-privs'],
  ...['--inh-caps', `-all,+${capability}`, '--ambient-caps', `-all,+${capability}`],
]
const EVERYBODY_READS = 0o755

/**
 * Chooses how to run PostgreSQL: as ourselves; as root (a) in a user namespace, where root's files stay ours, or (b) as
 * the user nobody, where user namespaces are forbidden, as in most containers. `only` is for tests.
 */
export async function chooseRunAs(native: string, only?: RunAs['name']): Promise<RunAs> {
  const as = (name: RunAs['name']) => only === undefined || only === name
  const program = (folder: string) => (name: string) => join(folder, 'bin', name)
  if (process.getuid?.() !== 0 && as('self')) {
    return { name: 'self', command: (name) => [program(native)(name)], owner: null }
  }
  if (as('unshare') && (await works([...UNSHARE, program(native)('postgres'), '--version']))) {
    return { name: 'unshare', command: (name) => [...UNSHARE, program(native)(name)], owner: 0 }
  }
  for (const capability of as('setpriv') ? CAPABILITIES : []) {
    const [command = '', ...args] = setpriv(capability)
    if (!(await works([command, ...args, 'true']))) continue
    const copy = readableCopy(native)
    if (!(await works([command, ...args, program(copy)('postgres'), '--version']))) continue
    return { name: 'setpriv', command: (name) => [command, ...args, program(copy)(name)], owner: NOBODY }
  }
  throw new StartRefusal('PostgreSQL does not run as root here: start Makas as another user, or set DATABASE_URL')
}

async function works([command = '', ...args]: readonly string[]): Promise<boolean> {
  try {
    await run(command, args)
    return true
  } catch {
    return false
  }
}

/**
 * A copy of the programs that all users may read: programs below a folder that only root may enter cannot load their
 * files. The copy is trusted only where root alone can have written it.
 */
function readableCopy(native: string): string {
  const version = basename(dirname(native))
  const place = join(tmpdir(), `makas-postgres-${version}-${lstatSync(join(native, 'bin', 'postgres')).mtimeMs}`)
  if (isOurs(place)) return place
  const fresh = mkdtempSync(join(tmpdir(), 'makas-postgres-'))
  const next = join(fresh, 'native')
  cpSync(native, next, { recursive: true, verbatimSymlinks: true })
  makeReadable(fresh)
  try {
    renameSync(next, place)
    rmSync(fresh, { recursive: true })
    return place
  } catch {
    // Another user's folder is there, or another start was quicker: this start uses its own copy.
    return next
  }
}

function makeReadable(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), EVERYBODY_READS)
  }
  chmodSync(folder, EVERYBODY_READS)
}

function isOurs(place: string): boolean {
  if (!existsSync(place)) return false
  const { uid, mode } = lstatSync(place)
  return uid === 0 && (mode & 0o022) === 0
}

/** Gives a file, or a folder with its content, to the user id `owner`, unless this user owns it already. */
export function giveTo(owner: number | null, folder: string): void {
  if (owner === null) return
  const found = lstatSync(folder)
  if (found.uid === owner) return
  for (const entry of !found.isDirectory() ? [] : readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), owner, owner)
  }
  // The folder itself comes last, so that a start after a kill half-way begins anew.
  lchownSync(folder, owner, owner)
}
