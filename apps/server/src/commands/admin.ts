import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { AdminSetupBody } from '@makas/contract'
import { loadUsers } from '../adapters/load-users.ts'
import { addAuditLine } from '../adapters/storage/audit/audit-log.ts'
import { concernedBy, traceOf, usersMatching } from '../adapters/storage/audit/audit-questions.ts'
import { Database } from '../adapters/storage/database/database.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/database/reach-database.ts'
import { allowRetention } from '../adapters/storage/upkeep/retention-guard.ts'
import { isInUse } from '../adapters/system/files/process-lock.ts'
import { auditKeyIn } from '../adapters/system/keys/key-file.ts'
import { KeyRefusal } from '../adapters/system/keys/key-ring.ts'
import { runningAddress } from '../adapters/system/server-address.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { Audience } from '../app/ports/users/users.ts'
import { createAdmin, setAdminActive } from '../app/users/admins.ts'
import { emailKey } from '../app/users/email-key.ts'
import { beginReset } from '../app/users/passwords.ts'
import { removeLostTotp } from '../app/users/second-factor.ts'
import { makeUserParts, type UserParts, UserRefusal } from '../app/users/user-parts.ts'
import { type Config, readConfig } from '../config/config.ts'
import { isSecretFile } from '../config/config-checks.ts'
import { command, refuse, runHere, type Terminal } from './shared/run-command.ts'

const AUDIT_USAGE = `usage: npm run admin -- audit --subject E [--since DAY], or
       npm run admin -- breach-list (--actor E | --address A) --from DAY --to DAY
E is an e-mail or the id of an account, DAY such as 2026-01-31 (UTC)`

const DAY = /^\d{4}-\d\d-\d\d$/

const USAGE = `usage: npm run admin -- create --email E [--password-file F], or npm run admin -- reset --email E, or
       npm run admin -- totp-off --email E [--of-admin], or npm run admin -- disable E [--last], or
       npm run admin -- enable E, or npm run admin -- retention
${AUDIT_USAGE}`
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** A password that a login could not send is not stored. */
const PASSWORD_FORM = 'the password must have 15 to 128 characters, in 512 bytes at most, and none of them NUL'

/**
 * `npm run admin`: creates an admin, makes a one-time address for a new password (security.md 14), switches a lost second
 * factor off, lets retention go on, or reads the audit log about a person.
 */
async function main(args: string[], terminal: Terminal): Promise<void> {
  const [first, ...rest] = args
  const deed = first === undefined ? undefined : OF_DATABASE.get(first)
  if (deed !== undefined) {
    const reading = readConfig(terminal.settings)
    if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
    return deed(terminal, reading.config, rest)
  }
  const { positionals, values } = parseArgs({
    args,
    options: { email: { type: 'string' }, 'password-file': { type: 'string' }, 'of-admin': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [what] = positionals
  const { email, 'password-file': file, 'of-admin': ofAdmin = false } = values
  if (email === undefined || !EMAIL.test(email) || positionals.length !== 1) return refuse(USAGE)
  const reading = readConfig(terminal.settings)
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { config } = reading
  if (what === 'reset') {
    // Read before this command itself works in the data folder.
    const origin = config.publicOrigin ?? runningAddress(config.dataDir)
    return withUsers(terminal, config, (parts) => reset(terminal, parts, { origin, dataDir: config.dataDir, email }))
  }
  if (what === 'totp-off')
    return withUsers(terminal, config, (parts) => totpOff(terminal, parts, { role: ofAdmin ? 'admin' : 'user', email }))
  if (what !== 'create') return refuse(USAGE)
  const password = file === undefined ? await ask() : fromFile(file)
  if (!AdminSetupBody.shape.password.safeParse(password).success) return refuse(PASSWORD_FORM)
  return withUsers(terminal, config, (parts) => create(terminal, parts, { email, password }))
}

type NewAdmin = { readonly email: string; readonly password: string }

async function create(terminal: Terminal, parts: UserParts, { email, password }: NewAdmin): Promise<void> {
  try {
    await createAdmin(parts, { email, password, firstName: email.split('@', 1)[0] ?? email, lastName: 'Admin' })
  } catch (error) {
    if (!(error instanceof UserRefusal)) throw error
    const isWeak = error.code === 'password-weak'
    refuse(isWeak ? 'the password is too weak: 15 characters or more, not a common one' : 'there is one already')
  }
  terminal.print(`${email} is an admin now`)
}

/** `email`: whose address. `origin`: address of the site; null where no server runs on `dataDir`. */
type ResetWish = { readonly origin: string | null; readonly dataDir: string; readonly email: string }

async function reset(terminal: Terminal, parts: UserParts, { origin, dataDir, email }: ResetWish): Promise<void> {
  if (origin === null) return refuse(`no server runs on ${dataDir}: start it, or set its DATA_DIR or PUBLIC_ORIGIN`)
  const made = await beginReset(parts, email)
  if (made.length === 0) return refuse(`there is no account of ${email}`)
  for (const { role, token } of made) terminal.print(`${role}, within 15 minutes: ${origin}/reset#${token}`)
}

type NamedUser = { readonly role: Audience; readonly email: string }

/**
 * Switches off the second factor of one role's account. Never both roles' factors: anybody can sign up as a user under
 * an admin's address, and addresses are not verified.
 */
async function totpOff(terminal: Terminal, parts: UserParts, { role, email }: NamedUser): Promise<void> {
  const ended = await removeLostTotp(parts, role, email)
  if (ended === 'no-account') return refuse(`there is no ${role} account of ${email}`)
  if (ended === 'not-on') return refuse(`the ${role} account of ${email} has no second factor`)
  terminal.print(`${role}: the second factor of ${email} is off, recovery codes are gone, sessions ended: ${ended}`)
}

/** Parses a day in UTC; null for any other text. */
function dayOf(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`)
  return DAY.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null
}

const time = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 19)

/** Arguments with the value of `option` tied to it: an id of a user may begin with a dash. */
const withTied = (args: readonly string[], option: string): string[] => {
  const place = args.indexOf(option)
  const value = args[place + 1]
  if (place < 0 || value === undefined) return [...args]
  return [...args.slice(0, place), `${option}=${value}`, ...args.slice(place + 2)]
}

/** `npm run admin -- audit`: audit lines by a person and about their data, looks included (security.md 67). */
async function audit(terminal: Terminal, config: Config, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: withTied(args, '--subject'),
    options: { subject: { type: 'string' }, since: { type: 'string' } },
  })
  const { subject, since = '1970-01-01' } = values
  const from = dayOf(since)
  if (subject === undefined || from === null) return refuse(AUDIT_USAGE)
  return withOwner(terminal, config, async (database, clock) => {
    const found = await idsOf(database, subject)
    // The lines of a deleted account remain, by its id.
    const lines = await database.run((statements) => traceOf(statements, found.length > 0 ? found : [subject], from))
    await noteQuestion(database, clock.now(), 'audit-asked', { subjects: found })
    for (const { time: at, actorKind, actor, address, action } of lines)
      terminal.print([time(at), action, actor ?? actorKind, address ?? '-'].join('\t'))
    if (lines.length === 0) refuse(`no line tells of ${subject}`)
  })
}

/**
 * `npm run admin -- breach-list`: people whose data was seen or changed from an account or an address (security.md 76).
 */
async function breachList(terminal: Terminal, config: Config, args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: withTied(args, '--actor'),
    options: { actor: text, address: text, from: text, to: text },
  })
  const { actor, address = null } = values
  const from = dayOf(values.from ?? '')
  const to = dayOf(values.to ?? '')
  if ((actor === undefined && address === null) || from === null || to === null || from >= to)
    return refuse(AUDIT_USAGE)
  return withOwner(terminal, config, async (database, clock) => {
    const found = actor === undefined ? [] : await idsOf(database, actor)
    const users = actor !== undefined && found.length === 0 ? [actor] : found
    const affected = await database.run((statements) => concernedBy(statements, { users, address }, { from, to }))
    await noteQuestion(database, clock.now(), 'breach-listed', {
      accounts: users,
      address,
      affected: affected.map(({ id }) => id),
    })
    for (const { id, email, fields, firstAt, lastAt } of affected)
      terminal.print([id, email ?? '-', time(firstAt), time(lastAt), fields].join('\t'))
    terminal.tell(`${affected.length} people`)
  })
}

/** `npm run admin -- disable` and `enable`: an admin who left, or came back (security.md 84). */
const switchAdmin =
  (isActive: boolean) =>
  async (terminal: Terminal, config: Config, args: readonly string[]): Promise<void> => {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { last: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [email, ...more] = positionals
    const { last: mayBeLast = false } = values
    if (email === undefined || !EMAIL.test(email) || more.length > 0 || (isActive && mayBeLast)) return refuse(USAGE)
    return withUsers(terminal, config, async (parts) => {
      const ended = await setAdminActive(parts, email, { isActive, mayBeLast })
      if (ended === 'no-account') return refuse(`there is no admin account of ${email}`)
      if (ended === 'unchanged') return refuse(`the admin ${email} is ${isActive ? 'enabled' : 'disabled'} already`)
      if (ended === 'last')
        return refuse(`${email} is the last active admin: --last disables that one too, and nobody can log in as admin`)
      terminal.print(
        isActive ? `the admin ${email} is enabled` : `the admin ${email} is disabled, sessions ended: ${ended}`,
      )
    })
  }

/**
 * `npm run admin -- retention`: an admin's word that the clock is right, and that the night may destroy all old rows,
 * however many (security.md 82).
 */
async function letDestroy(terminal: Terminal, config: Config, args: readonly string[]): Promise<void> {
  if (args.length > 0) return refuse(USAGE)
  return withOwner(terminal, config, async (database, clock) => {
    const now = clock.now()
    await allowRetention(database, now)
    await noteQuestion(database, now, 'retention-allowed', {})
    terminal.print(`it is ${time(now)} (UTC): what is over by then may be destroyed, once within a day, however much`)
  })
}

/** Commands with arguments of their own. */
const OF_DATABASE = new Map([
  ['audit', audit],
  ['breach-list', breachList],
  ['retention', letDestroy],
  ['disable', switchAdmin(false)],
  ['enable', switchAdmin(true)],
])

/** Notes the query in the audit log, as the admin panel does. */
const noteQuestion = (database: Database, time: number, action: string, detail: Record<string, unknown>) =>
  database.transact((statements) =>
    addAuditLine(statements, {
      time,
      actor: { kind: 'system' },
      action,
      subject: null,
      detail,
      address: null,
      requestId: null,
    }),
  )

/** Ids of the accounts (user, admin or both) of an e-mail address, or of the account with that id. */
const idsOf = (database: Database, who: string): Promise<string[]> =>
  database.run((statements) => usersMatching(statements, { id: who, key: emailKey(who) }))

function withUsers(terminal: Terminal, config: Config, work: (parts: UserParts) => Promise<void>): Promise<void> {
  const { dataDir, masterKeyFile, breachListFile, backupDir } = config
  return withOwner(terminal, config, async (database, clock) => {
    // No market runs beside a command.
    const isDemoShown = () => false
    const log = () => undefined
    const files = { dataDir, masterKeyFile, breachListFile, backupDir }
    const adapters = await loadUsers({ database: () => database, ...files, isDemoShown, clock, log })
    return work(makeUserParts({ ...adapters, clock, log, limitScale: 1 }))
  })
}

/** Runs with the owner's rights, since the database may still need migrations. */
function withOwner(
  terminal: Terminal,
  config: Config,
  work: (database: Database, clock: Clock) => Promise<void>,
): Promise<void> {
  const clock = createSystemClock()
  // A mistyped folder must not become a new database, of which the running server would know nothing.
  const options = { ...config, clock, log: () => undefined, mayMake: false }
  const { dataDir, databaseUrl, masterKeyFile } = config
  // The running server may have another folder: nobody would look for data in the wrong folder.
  const isServed = databaseUrl !== null || isInUse(dataDir)
  return withDatabase(options, async ({ owner, prepare }) => {
    if (!isServed) terminal.tell(`no server runs on ${dataDir}: this is about the database in that folder`)
    await prepare()
    const database = new Database({ connection: owner, auditKey: auditKeyIn(masterKeyFile), onLost: () => undefined })
    try {
      return await work(database, clock)
    } finally {
      await database.end()
    }
  })
}

/** Reads a password from a file: other users of the machine can read command lines. */
function fromFile(path: string): string {
  if (!isSecretFile(path)) refuse(`${path}: must be a readable file of mode 0600`)
  return readFileSync(path, 'utf8').replace(/^\ufeff|\r?\n$/g, '')
}

async function ask(): Promise<string> {
  if (!process.stdin.isTTY) refuse('the password is asked for on a terminal; or use --password-file')
  process.stderr.write('password: ')
  const silent = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const password = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return password
}

export const run = command(main, (error) => (error instanceof KeyRefusal ? error.message : sentenceOf(error)))

if (import.meta.main) await runHere(run)
