import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { AdminSetupBody } from '@makas/contract'
import { loadAccounts } from '../adapters/load-accounts.ts'
import { Database } from '../adapters/storage/database.ts'
import { sentenceOf, withDatabase } from '../adapters/storage/reach-database.ts'
import { KeyRefusal } from '../adapters/system/key-ring.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { type AccountParts, AccountRefusal, makeAccountParts } from '../app/accounts/account-parts.ts'
import { createAdmin } from '../app/accounts/admins.ts'
import { beginReset } from '../app/accounts/passwords.ts'
import { type Config, readConfig } from '../config.ts'
import { isSecretFile } from '../config-checks.ts'
import { refuse, runCommand } from './shared/run-command.ts'

const USAGE = 'usage: npm run admin -- create --email E [--password-file F], or npm run admin -- reset --email E'
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** What no login could ever send is not stored. */
const PASSWORD_FORM = 'the password must have 15 to 128 characters, in 512 bytes at most, and none of them NUL'

/** What keeps a command from being done, in a sentence. */
class CommandRefusal extends Error {}

/** `npm run admin`: another admin, or a one-time address for a new password (security.md 14). */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    options: { email: { type: 'string' }, 'password-file': { type: 'string' } },
    allowPositionals: true,
  })
  const [what] = positionals
  const { email, 'password-file': file } = values
  if (email === undefined || !EMAIL.test(email) || positionals.length !== 1) return refuse(USAGE)
  const reading = readConfig()
  if (reading.kind === 'refused') return refuse(reading.mistakes.join('\n'))
  const { config } = reading
  if (what === 'reset') return withAccounts(config, (parts) => reset(parts, config, email))
  if (what !== 'create') return refuse(USAGE)
  const password = file === undefined ? await ask() : fromFile(file)
  if (!AdminSetupBody.shape.password.safeParse(password).success) return refuse(PASSWORD_FORM)
  return withAccounts(config, (parts) => create(parts, email, password))
}

async function create(parts: AccountParts, email: string, password: string): Promise<number> {
  try {
    await createAdmin(parts, { email, password, firstName: email.split('@', 1)[0] ?? email, lastName: 'Admin' })
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error
    const isWeak = error.code === 'password-weak'
    return refuse(isWeak ? 'the password is too weak: 15 characters or more, not a common one' : 'there is one already')
  }
  console.log(`${email} is an admin now`)
  return 0
}

async function reset(parts: AccountParts, { publicOrigin, host, port }: Config, email: string): Promise<number> {
  const made = await beginReset(parts, email)
  if (made.length === 0) return refuse(`there is no account of ${email}`)
  const origin = publicOrigin ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  for (const { role, token } of made) console.log(`${role}, within 15 minutes: ${origin}/reset#${token}`)
  return 0
}

async function withAccounts(config: Config, work: (parts: AccountParts) => Promise<number>): Promise<number> {
  const { dataDir, databaseUrl, masterKeyFile: keyFile, breachListFile } = config
  const clock = createSystemClock()
  // In a mistyped folder a new database would be made an admin of, and the running server would know nothing of it.
  const options = { dataDir, databaseUrl, clock, log: () => undefined, mayMake: false }
  return withDatabase(options, async ({ owner, prepare }) => {
    await prepare()
    const database = new Database({ connection: owner, onLost: () => undefined })
    try {
      const adapters = await loadAccounts({ database: () => database, keyFile, breachListFile })
      return await work(makeAccountParts({ ...adapters, clock, log: () => undefined, limitScale: 1 }))
    } finally {
      await database.end()
    }
  })
}

/** Never from the command line, where others can read it. */
function fromFile(path: string): string {
  if (!isSecretFile(path)) throw new CommandRefusal(`${path}: must be a readable file of mode 0600`)
  return readFileSync(path, 'utf8').replace(/^\ufeff|\r?\n$/g, '')
}

async function ask(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandRefusal('the password is asked for on a terminal; or use --password-file')
  process.stderr.write('password: ')
  const silent = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  const password = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return password
}

await runCommand(main, (error) =>
  error instanceof CommandRefusal || error instanceof KeyRefusal ? error.message : sentenceOf(error),
)
