import { ErrorBody, ExchangeId, KeyRecord, RefusedKey, type TriedKey } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'
import type { FastifyRequest } from 'fastify'
import { type AddedKey, addDemoKey, addKey } from '../../../app/api-keys/add-key.ts'
import { checkKey } from '../../../app/api-keys/check-key.ts'
import { clearDifference } from '../../../app/api-keys/clear-difference.ts'
import { deleteKey } from '../../../app/api-keys/delete-key.ts'
import { isListed, type KeyCaller, type KeyParts } from '../../../app/api-keys/key-parts.ts'
import { type KeyTrialResult, tryKey } from '../../../app/api-keys/try-key.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { KeyInUse, type StoredKey } from '../../../app/ports/trading/key-store.ts'
import type { CallFailure } from '../../../app/ports/trading/key-vault.ts'
import { wantProof } from '../../../app/users/proof.ts'
import { ApiFailure } from '../../api-failure.ts'
import { KEY_CALLS } from '../../calls/key-calls.ts'
import type { App } from '../../fastify-app.ts'
import { presentStoredKey } from '../../presenters/exchange-key.ts'
import {
  bannedUntil,
  DEMO_MARKET_SHOWN,
  KEEPS_CONNECTION,
  KEY_REFUSED,
  KEY_TAKEN,
  SENTENCES,
  WEAK_ACCOUNT_PASSWORD,
} from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import { idIn } from '../id-in.ts'

/** Gives the parts of the exchange keys; null until there is a database. */
export type KeyPartsProvider = () => KeyParts | null

const ADD = `${KEY_CALLS.add.method} ${KEY_CALLS.add.path}`
const ADD_DEMO = `${KEY_CALLS.addDemo.method} ${KEY_CALLS.addDemo.path}`
const EXCHANGE_AGAIN_S = 30
const STORAGE_AGAIN_S = 2

/** The parts of the exchange keys. @throws ApiFailure while there is none. */
export function keyPartsOf(keys: KeyPartsProvider): KeyParts {
  const made = keys()
  if (made === null) throw new ApiFailure('unavailable', { retryAfterS: STORAGE_AGAIN_S })
  return made
}

/** Answers with a conflict where a running trade uses the key that was to be replaced. */
const orInUse = <T>(added: Promise<T>): Promise<T> =>
  added.catch((error: unknown) => {
    throw error instanceof KeyInUse ? new ApiFailure('conflict', { detail: KEEPS_CONNECTION(error.trade) }) : error
  })

/** Connections to exchanges. Another user's connection is answered as not found (security.md 34). */
export function exchangeKeyRoutes(app: App, keys: KeyPartsProvider, clock: Clock): void {
  const parts = () => keyPartsOf(keys)

  answerCall(app, KEY_CALLS.list, async (_body, request) => {
    const { store, demo } = parts()
    const all = await store.list(keyCaller(request).userId)
    return all.filter((key) => isListed(key, demo)).map(presentStoredKey)
  })
  app.route({
    method: KEY_CALLS.add.method,
    url: KEY_CALLS.add.path,
    schema: {
      summary: KEY_CALLS.add.summary,
      security: [{ user: [] }],
      body: KEY_CALLS.add.body,
      response: { 200: RefusedKey, 201: KeyRecord, ...REFUSALS },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const caller = keyCaller(request)
      wantProof(callerIn(request), clock.now())
      const { exchange_name, testnet, api_key, api_secret, passphrase } = request.body
      const world = { exchange: ExchangeId.parse(exchange_name), isTestnet: testnet, isDemo: false }
      const material = { apiKey: api_key, secret: api_secret, passphrase: passphraseOf(world.exchange, passphrase) }
      // The exchange is asked before the transaction, which only stores the key and the answer.
      const stored = await app.idempotency.askAndCreate<StoredKey | null>(request, ADD, async (keep) =>
        storedBy(await orInUse(addKey(parts(), caller, world, material, keep)), clock),
      )
      if (stored === null) return reply.code(200).send({ id: null, is_valid: false, permissions: {} })
      return reply.code(201).send(presentStoredKey(stored))
    },
  })
  app.route({
    method: KEY_CALLS.addDemo.method,
    url: KEY_CALLS.addDemo.path,
    schema: {
      summary: KEY_CALLS.addDemo.summary,
      security: [{ user: [] }],
      body: KEY_CALLS.addDemo.body,
      response: { 201: KeyRecord, ...REFUSALS },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      wantProof(callerIn(request), clock.now())
      const stored = await app.idempotency.askAndCreate<StoredKey | null>(request, ADD_DEMO, async (keep) => {
        const added = await orInUse(addDemoKey(parts(), keyCaller(request), request.body.exchange_name, keep))
        return added === null ? null : storedBy(added, clock)
      })
      // Nobody can use a demo account that its simulated exchange refuses.
      if (stored === null) throw new ApiFailure('no-demo-account')
      return reply.code(201).send(presentStoredKey(stored))
    },
  })
  answerCall(app, KEY_CALLS.check, async (_body, request) => {
    const caller = keyCaller(request)
    const id = idIn(request)
    const checked = await checkKey(parts(), caller, id)
    if (checked.kind === 'not-found') throw new ApiFailure('not-found')
    if (checked.kind === 'unreachable') throw unreachable(checked, clock)
    return presentStoredKey(checked.key)
  })
  answerCall(app, KEY_CALLS.remove, async (_body, request) => {
    const id = idIn(request)
    wantProof(callerIn(request), clock.now())
    const removal = await deleteKey(parts(), keyCaller(request), id)
    if (removal === 'unknown') throw new ApiFailure('not-found')
    if (removal !== 'removed') throw new ApiFailure('conflict', { detail: KEEPS_CONNECTION(removal.runningTrade) })
  })
  answerCall(app, KEY_CALLS.clear, async (_body, request) => {
    const id = idIn(request)
    wantProof(callerIn(request), clock.now())
    if (!(await clearDifference(parts(), keyCaller(request), id))) throw new ApiFailure('not-found')
  })
  answerCall(app, KEY_CALLS.tryOut, async (body, request) => {
    wantProof(callerIn(request), clock.now())
    const caller = keyCaller(request)
    const world = { exchange: ExchangeId.parse(body.exchange), isTestnet: body.testMode, isDemo: false }
    const passphrase = passphraseOf(world.exchange, body.passphrase)
    const material = { apiKey: body.apiKey, secret: body.secretKey, passphrase }
    return presentTried(await tryKey(parts(), caller, world, material), clock)
  })
}

const REFUSALS = Object.fromEntries(
  [400, 401, 403, 404, 405, 409, 413, 415, 429, 503, 507].map((code) => [code, ErrorBody]),
)

/** The caller as the use cases of keys and trades take it. */
export const keyCaller = (request: FastifyRequest): KeyCaller => ({
  userId: callerIn(request).userId,
  address: request.ip,
  requestId: request.id,
})

/** A passphrase for an exchange that has none is dropped (VALID-10). */
const passphraseOf = (exchange: ExchangeId, passphrase: string | null | undefined): string | null =>
  EXCHANGE_FACTS[exchange].hasPassphrase ? (passphrase ?? null) : null

type Unreachable = Extract<CallFailure, { kind: 'unreachable' }>

/** The refusal where the exchange could not be asked, which says nothing about the key. A ban comes with its end. */
const unreachable = ({ why, until }: Unreachable, clock: Clock) =>
  until === undefined
    ? new ApiFailure('exchange-unreachable', { retryAfterS: EXCHANGE_AGAIN_S })
    : new ApiFailure('exchange-unreachable', { retryAfterS: restOf(until, clock), detail: bannedUntil(why, until) })

/** Seconds to a time in epoch ms, at least one. */
export const restOf = (until: number, clock: Clock) => Math.max(1, Math.ceil((until - clock.now()) / 1_000))

const demoMarketShown = () =>
  new ApiFailure('exchange-unreachable', { retryAfterS: EXCHANGE_AGAIN_S, detail: DEMO_MARKET_SHOWN })

/** The stored key; null where the exchange refuses it. @throws ApiFailure for any other reason */
function storedBy(added: AddedKey, clock: Clock): StoredKey | null {
  switch (added.kind) {
    case 'added':
      return added.key
    case 'refused':
      return null
    case 'password-weak':
      throw new ApiFailure('password-weak', { detail: WEAK_ACCOUNT_PASSWORD })
    case 'withdraw-enabled':
      throw new ApiFailure(added.kind)
    case 'demo-market':
      throw demoMarketShown()
    case 'unreachable':
      throw unreachable(added, clock)
    case 'no-owner':
      throw new ApiFailure('unauthorized')
  }
}

/** The verdict on a key. @throws ApiFailure where the exchange cannot be asked, which says nothing about the key */
function presentTried(judged: KeyTrialResult, clock: Clock): TriedKey {
  switch (judged.kind) {
    case 'good':
      return { success: true, message: KEY_TAKEN }
    case 'withdraw-enabled':
      return { success: false, error: SENTENCES[judged.kind] }
    case 'refused':
      return { success: false, error: KEY_REFUSED[judged.why] }
    case 'demo-market':
      throw demoMarketShown()
    case 'unreachable':
      throw unreachable(judged, clock)
  }
}
