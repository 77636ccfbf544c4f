import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { KeyRing } from '../../system/keys/key-ring.ts'
import { openKey } from '../../vault/inside/envelope.ts'

/** A write of the crash tests' writer that the server acknowledged. */
export type Deed =
  | {
      readonly kind: 'user' | 'ticket' | 'article' | 'reader' | 'setting' | 'attempt' | 'episode' | 'key-gone'
      readonly id: string
    }
  | { readonly kind: 'session' | 'one-time'; readonly id: string; readonly userId: string }
  | { readonly kind: 'key'; readonly id: string; readonly userId: string; readonly replaces: string | null }
  | { readonly kind: 'password'; readonly userId: string; readonly version: number }
  | { readonly kind: 'totp' | 'named' | 'erased'; readonly userId: string }

/** The stored rows, by the names that deeds use. */
type StoredRows = Readonly<
  Record<
    'user' | 'session' | 'one-time' | 'ticket' | 'article' | 'reader' | 'named' | 'setting' | 'attempt' | 'episode',
    Set<string>
  >
> & {
  /** Accounts that were erased by the audit log: their rows need not be there. */
  readonly erased: Set<string>
  readonly keyGone: Set<string>
  readonly key: ReadonlyMap<string, string>
  readonly password: ReadonlyMap<string, number>
  readonly totp: Set<string>
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Reads all rows that the deeds of a writer may name. */
async function lookAt(client: Client, like: string, ring: KeyRing): Promise<StoredRows> {
  const names = async (query: string, values: readonly unknown[] = [like]) =>
    new Set((await client.query<{ name: string }>(query, [...values])).rows.map(({ name }) => name))
  const { rows: keys } = await client.query(
    `select id, user_id, sealed_key as "sealedKey", sealed_secret as "sealedSecret", sealed_passphrase as "sealedPassphrase",
      sealed_data_key as "sealedDataKey", key_id as "keyId", format_version as "formatVersion"
      from exchange_keys where id like $1`,
    [like],
  )
  const opened = keys.map(({ id, user_id, ...sealed }) => {
    const place = { recordId: id, userId: user_id, exchange: 'okx', isTestnet: false, isDemo: false } as const
    return [id, openKey(place, sealed, ring).secret] as const
  })
  const { rows: passwords } = await client.query('select id, password_hash from users where id like $1', [like])
  return {
    user: await names('select id as name from users where id like $1'),
    session: await names('select id as name from sessions where id like $1'),
    'one-time': await names("select encode(token_hash, 'hex') as name from one_time_tokens", []),
    ticket: await names(`select id as name from tickets t where id like $1
      and 2 = (select count(*) from ticket_messages m where m.ticket_id = t.id)`),
    article: await names('select id as name from help_articles where id like $1'),
    reader: await names(`select id as name from help_articles a where id like $1 and views = 1
      and exists (select from article_readers r where r.article_id = a.id)`),
    named: await names("select actor as name from idempotency_keys where actor like $1 and answer = '{}'"),
    setting: await names('select name from settings where name like $1'),
    attempt: await names("select encode(id, 'hex') as name from attempts", []),
    episode: await names('select route as name from episodes where route like $1'),
    erased: await names("select subject_id as name from audit_log where action = 'erased' and subject_id like $1"),
    keyGone: await names('select id as name from deleted_keys where id like $1'),
    key: new Map(opened),
    password: new Map(passwords.map(({ id, password_hash }) => [id, Number(password_hash)])),
    totp: await names(`select u.id as name from users u where id like $1 and totp_confirmed_at is not null
      and 10 = (select count(*) from recovery_codes c where c.user_id = u.id)`),
  }
}

function isThere(deed: Deed, there: StoredRows): boolean {
  switch (deed.kind) {
    case 'user':
      return there.user.has(deed.id) || there.erased.has(deed.id)
    case 'session':
      return there.session.has(deed.id) || there.erased.has(deed.userId)
    case 'one-time':
      return there['one-time'].has(hashOf(deed.id)) || there.erased.has(deed.userId)
    case 'attempt':
      return there.attempt.has(hashOf(deed.id))
    case 'ticket':
    case 'article':
    case 'reader':
    case 'setting':
    case 'episode':
      return there[deed.kind].has(deed.id)
    case 'key':
      if (deed.replaces !== null && !there.keyGone.has(deed.replaces)) return false
      return there.key.get(deed.id) === `secret ${deed.id}` || there.keyGone.has(deed.id)
    case 'key-gone':
      return there.keyGone.has(deed.id) && !there.key.has(deed.id)
    case 'password':
      return there.password.get(deed.userId) === deed.version || there.erased.has(deed.userId)
    case 'named':
      return there.ticket.has(`${deed.userId}-n`) && (there.named.has(deed.userId) || there.erased.has(deed.userId))
    case 'totp':
      return there.totp.has(deed.userId) || there.erased.has(deed.userId)
    case 'erased':
      return there.erased.has(deed.userId) && !there.user.has(deed.userId)
  }
}

/** The acknowledged deeds of one writer that are not stored. */
export async function lostDeeds(client: Client, deeds: readonly Deed[], prefix: string, ring: KeyRing) {
  const there = await lookAt(client, `${prefix}-%`, ring)
  return deeds.filter((deed) => !isThere(deed, there))
}

/** Queries, by name, that find transactions of which only a part is stored. */
const HALVES: Readonly<Record<string, string>> = {
  'tickets and their lines': `select count(*) from tickets t full join audit_log a on a.subject_id = t.id and a.action = 'ticket-created'
    where (a.seq is null or t.id is null) and (a.action is null or a.action = 'ticket-created')`,
  'tickets without both messages': `select count(*) from tickets t where 2 <> (select count(*) from ticket_messages m where m.ticket_id = t.id)`,
  'accounts without their line': `select count(*) from users u where not exists
    (select from audit_log a where a.subject_id = u.id and a.action = 'registered')`,
  'sign-ups without their account': `select count(*) from audit_log a where a.action = 'registered'
    and not exists (select from users u where u.id = a.subject_id)
    and not exists (select from audit_log e where e.subject_id = a.subject_id and e.action = 'erased')`,
  'sign-ups without their key': `select count(*) from users u where not exists (select from idempotency_keys i where i.answer = u.id)`,
  'answers without what was created, or empty': `select count(*) from idempotency_keys i where i.route = 'POST /tickets'
    and (i.answer <> '{}' or not exists (select from tickets t where t.id = i.key || '-n'))`,
  'articles and their lines': `select count(*) from help_articles h full join audit_log a on a.subject_id = h.id and a.action = 'article-added'
    where (a.seq is null or h.id is null) and (a.action is null or a.action = 'article-added')`,
  'readers who were not counted': `select count(*) from help_articles h
    where views <> (select count(*) from article_readers r where r.article_id = h.id)`,
  'erased and still there': `select count(*) from audit_log a join users u on u.id = a.subject_id where a.action = 'erased'`,
  'sessions without their line': `select count(*) from sessions s where not exists
    (select from audit_log a where a.subject_id = s.id and a.action = 'login')`,
  'keys both there and gone': `select count(*) from exchange_keys k join deleted_keys d on d.id = k.id`,
  'keys neither there nor gone': `select count(*) from audit_log a where a.action = 'key-added'
    and not exists (select from exchange_keys k where k.id = a.subject_id) and not exists (select from deleted_keys d where d.id = a.subject_id)`,
  'keys without their line': `select count(*) from (select id from exchange_keys union all select id from deleted_keys) k
    where not exists (select from audit_log a where a.subject_id = k.id and a.action = 'key-added')`,
  'second factors without ten codes': `select count(*) from users u where (totp_confirmed_at is null)
    <> (0 = (select count(*) from recovery_codes c where c.user_id = u.id))`,
  'new passwords without their line': `select count(*) from users u where (password_hash = '000001') <> exists
    (select from audit_log a where a.subject_id = u.id and a.action = 'password')`,
}

/** The names of partly stored transactions. */
export async function halfDone(client: Client): Promise<readonly string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(HALVES)) {
    const [row] = (await client.query<{ count: string }>(query)).rows
    if (row?.count !== '0') found.push(`${row?.count} ${name}`)
  }
  return found
}
