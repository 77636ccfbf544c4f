// The process that crash tests kill: it writes rows of every table all the time, and prints each deed once it is
// acknowledged. Arguments: the data folder, and the prefix of its names.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { finished } from '../../../app/market/testing/finished.ts'
import { episodeFile } from '../../system/files/episode-file.ts'
import { takeDataLock } from '../../system/files/process-lock.ts'
import { makeKeyRing, readKeyRing } from '../../system/keys/key-file.ts'
import { createSystemClock } from '../../system/system-clock.ts'
import { sealKey } from '../../vault/inside/envelope.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import { Storage } from '../database/storage.ts'
import { articleStore } from '../help/article-store.ts'
import { keyStore } from '../keys/key-store.ts'
import { EpisodeMover } from '../market/episode-mover.ts'
import { settings } from '../schema/operation.ts'
import { ticketMessages, tickets } from '../schema/support.ts'
import { attemptStore } from '../users/attempt-store.ts'
import { idempotencyStore } from '../users/idempotency-store.ts'
import { oneTimeStore } from '../users/one-time-store.ts'
import { sessionStore } from '../users/session-store.ts'
import { totpStore } from '../users/totp-store.ts'
import { userStore } from '../users/user-store.ts'
import type { Deed } from './deeds.ts'

const [, , dataDir = '', prefix = ''] = process.argv
const clock = createSystemClock()
const say = (line: string) => process.stdout.write(`${line}\n`)
const done = (deed: Deed) => say(JSON.stringify(deed))
const unexpected = (error: unknown) => say(`# unexpected ${String(error)}`)

if (takeDataLock(dataDir).kind !== 'taken') throw new Error('the lock of a killed process was not taken over')
const keyFile = join(dataDir, 'master.key')
const ring = readKeyRing(keyFile) ?? makeKeyRing(keyFile)
const storage = new Storage({
  dataDir,
  databaseUrl: null,
  databaseOwnerUrl: null,
  masterKeyFile: keyFile,
  backupDir: join(dataDir, 'backups'),
  clock,
  log: (_level, event) => say(`# ${event}`),
})
storage.start()
const database = () => storage.database
const users = userStore(database)
const sessions = sessionStore(database)
const keys = keyStore(database)
const totp = totpStore(database)
const oneTime = oneTimeStore(database)
const attempts = attemptStore(database)
const articles = articleStore(database)
const idempotency = idempotencyStore(database)
const episodes = episodeFile(dataDir, 'live')
episodes.read(() => undefined)
// As in the server, but a hundred times as often.
const hurried = { now: () => clock.now(), after: (ms: number, run: () => void) => clock.after(ms / 100, run) }
new EpisodeMover({ folders: [dataDir], database, clock: hurried, log: (_level, event) => unexpected(event) }).start()

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const audit = (action: string, kind: string, id: string) => ({
  time: clock.now(),
  actor: { kind: 'system' } as const,
  action,
  subject: { kind, id },
  detail: {},
  address: null,
  requestId: null,
})
const passwordOf = (version: number) => ({ hash: String(version).padStart(6, '0'), pepperId: 'p' })

async function register(id: string): Promise<void> {
  const now = clock.now()
  const email = `${id}@example.org`
  const names = { firstName: 'Elif', lastName: 'Yılmaz', phone: null, noticeVersion: '1' }
  await users.create(
    {
      id,
      role: 'user',
      email,
      emailKey: email,
      ...names,
      password: passwordOf(0),
      isPasswordWeak: false,
      createdAt: now,
    },
    audit('registered', 'user', id),
    { key: id, bodyHashes: [hashOf(id)] },
  )
  done({ kind: 'user', id })
}

async function logIn(userId: string, id: string): Promise<void> {
  const now = clock.now()
  const moments = { createdAt: now, lastSeenAt: now, refreshedAt: now, expiresAt: now + 60_000 }
  const session = { id, userId, audience: 'user' as const, ...moments, provenAt: null, endedAt: null }
  const from = { address: '127.0.0.1', browser: null, device: null }
  await sessions.open(session, passwordOf(0), hashOf(id), from, 10, audit('login', 'session', id))
  done({ kind: 'session', id, userId })
}

async function connect(userId: string, recordId: string, isAgain: boolean): Promise<void> {
  const place = { recordId, userId, exchange: 'okx', isTestnet: false, isDemo: false } as const
  const permissions = { read: true, spotTrade: true, futuresTrade: true, withdraw: false, transfer: false }
  const findings = { status: 'connected', trouble: null, permissions, balance: null, fees: null } as const
  const material = { apiKey: `key ${recordId}`, secret: `secret ${recordId}`, passphrase: 'parola' }
  const key = {
    ...place,
    name: 'OKX',
    maskedKey: '••••',
    findings: { ...findings, checkedAt: clock.now() },
    difference: null,
  }
  await keys.put(
    { key, sealed: sealKey(place, material, ring.sealing(clock.now())) },
    audit('key-added', 'key', recordId),
  )
  done({ kind: 'key', id: recordId, userId, replaces: isAgain ? recordId.replace(/-2$/, '-1') : null })
}

async function storeTicket(id: string): Promise<void> {
  const now = new Date(clock.now())
  await storage.database.transact(async (statements) => {
    const base = { title: id, description: '', category: 'genel', priority: 'low', status: 'open' } as const
    await statements.insert(tickets).values({ id, ...base, createdAt: now, updatedAt: now })
    const message = { ticketId: id, isAdmin: false, senderName: '', message: id, createdAt: now }
    await statements.insert(ticketMessages).values({ id: `${id}-1`, ...message })
    await statements.insert(ticketMessages).values({ id: `${id}-2`, ...message })
    await addAuditLine(statements, audit('ticket-created', 'ticket', id))
  })
}

/** A creating call with an idempotency key: its ticket and its answer are stored together. */
async function openNamed(userId: string): Promise<void> {
  const call = { actor: userId, route: 'POST /tickets', key: userId, bodyHashes: [hashOf(userId)] as const }
  await idempotency.create(call, clock.now(), async () => {
    await storeTicket(`${userId}-n`)
    return '{}'
  })
  done({ kind: 'named', userId })
}

async function writeArticle(id: string): Promise<void> {
  const now = clock.now()
  const text = {
    category: 'genel',
    title: id,
    content: id,
    order: 0,
    isPublished: true,
    views: 0,
    createdAt: now,
    updatedAt: now,
  } as const
  const room = { articles: Number.MAX_SAFE_INTEGER, characters: Number.MAX_SAFE_INTEGER }
  await articles.add({ id, ...text }, room, audit('article-added', 'article', id))
  done({ kind: 'article', id })
  await articles.countView(id, hashOf(id), now - (now % 3_600_000))
  done({ kind: 'reader', id })
}

async function switchOnTotp(userId: string): Promise<void> {
  const codes = Array.from({ length: 10 }, (_, at) => ({ id: `${userId}-c${at}`, hash: 'x' }))
  const secret = { bytes: hashOf(userId), keyId: ring.id }
  await totp.begin(userId, secret, clock.now())
  await totp.confirm(userId, secret, 1, codes, clock.now(), audit('totp-on', 'user', userId))
  done({ kind: 'totp', userId })
}

/** A user registers, makes every kind of write and, if `leaves`, deletes the account. */
async function life(name: string, leaves: boolean): Promise<void> {
  await register(name)
  await logIn(name, `${name}-s`)
  await episodes.append([{ ...finished({ openedAt: 1 }), closedAt: 2, route: name }])
  done({ kind: 'episode', id: name })
  await connect(name, `${name}-1`, false)
  await attempts.count({ scope: 'crash', id: hashOf(name) }, 60_000, 1, clock.now())
  done({ kind: 'attempt', id: name })
  await storeTicket(name)
  done({ kind: 'ticket', id: name })
  await openNamed(name)
  await writeArticle(name)
  const next = { password: passwordOf(1), isWeak: false }
  await users.changePassword(name, passwordOf(0), next, '', audit('password', 'user', name))
  done({ kind: 'password', userId: name, version: 1 })
  await connect(name, `${name}-2`, true)
  await switchOnTotp(name)
  await storage.database.run((s) => s.insert(settings).values({ name, value: 1, updatedAt: new Date(clock.now()) }))
  done({ kind: 'setting', id: name })
  const reset = {
    purpose: 'password-reset',
    hash: hashOf(name),
    userId: name,
    expiresAt: clock.now() + 60_000,
  } as const
  await oneTime.add(reset, audit('reset-begun', 'user', name))
  done({ kind: 'one-time', id: name, userId: name })
  await keys.remove(name, `${name}-2`, audit('key-deleted', 'key', `${name}-2`))
  done({ kind: 'key-gone', id: `${name}-2` })
  if (!leaves) return
  await users.erase(name, audit('erased', 'user', name))
  done({ kind: 'erased', userId: name })
}

async function liveOn(writer: number): Promise<void> {
  for (let at = 0; ; at++) {
    try {
      await life(`${prefix}-${writer}-${at}`, at % 2 === 0)
    } catch (error) {
      // A write without acknowledgement may be stored or not.
      if ((error as { kind?: string }).kind !== 'unavailable') unexpected(error)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

for (let writer = 0; writer < 4; writer++) void liveOn(writer)
