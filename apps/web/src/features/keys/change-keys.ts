import {
  AddedKey,
  type CreateKeyBody,
  type DemoKeyBody,
  type ExchangeId,
  KeyRecord,
  PATHS,
  TriedKey,
  type TryKeyBody,
} from '@makas/contract'
import { isCancelledError } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { forgetCalls } from '../../shared/api/creating-key.ts'
import { ApiFailure } from '../../shared/api/failure.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { ownKeysQuery } from '../../shared/keys/own-queries.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'
import { userSession } from '../../shared/session/session.ts'

/**
 * Has the exchange check a key and stores the key (CALL-11); null: the exchange refuses the key. An abort only ends the
 * wait: the server may still store the key, so the connections are read again.
 */
export async function addKey(body: CreateKeyBody, signal?: AbortSignal): Promise<KeyRecord | null> {
  const path = PATHS.apiKeys
  signal?.addEventListener('abort', () => void readWhenStored(), { once: true })
  const { value } = await withProof('user', () =>
    ask({ method: 'POST', path, body, answer: AddedKey, as: 'user', signal }),
  )
  if (value.id === null) return null
  await readAgain()
  return value
}

/** Connects the user's own account of a simulated exchange. An abort only ends the wait, as in `addKey`. */
export async function addDemoKey(exchange: ExchangeId, signal: AbortSignal): Promise<KeyRecord> {
  const body: DemoKeyBody = { exchange_name: exchange }
  signal.addEventListener('abort', () => void readWhenStored(), { once: true })
  const { value } = await withProof('user', () =>
    ask({ method: 'POST', path: PATHS.demoKey, body, answer: KeyRecord, as: 'user', signal }),
  )
  await readAgain()
  return value
}

/** Asks whether a key would be accepted; nothing is stored (CALL-14). */
export async function tryKey(body: TryKeyBody, signal?: AbortSignal): Promise<TriedKey> {
  const path = PATHS.tryKey
  const { value } = await withProof('user', () =>
    ask({ method: 'POST', path, body, answer: TriedKey, as: 'user', signal }),
  )
  return value
}

/** Asks the exchange again which rights a stored key has (CALL-12). */
export async function checkKey(id: string): Promise<KeyRecord> {
  const path = `${PATHS.apiKeys}/${encodeURIComponent(id)}/validate`
  const { value } = await ask({ method: 'POST', path, answer: KeyRecord, as: 'user' })
  await readAgain()
  return value
}

/** Deletes a stored key for good (CALL-13). */
export async function deleteKey(id: string): Promise<void> {
  const path = `${PATHS.apiKeys}/${encodeURIComponent(id)}`
  await withProof('user', () => ask({ method: 'DELETE', path, answer: NO_CONTENT, as: 'user' }))
  forgetCalls(PATHS.apiKeys)
  await readAgain()
}

/** Allows new orders with a connection again, after its owner has looked at its difference. */
export async function clearDifference(id: string): Promise<void> {
  const path = `${PATHS.apiKeys}/${encodeURIComponent(id)}/difference`
  await withProof('user', () => ask({ method: 'DELETE', path, answer: NO_CONTENT, as: 'user' }))
  await readAgain()
}

/**
 * Waits between reads, ms. The server waits for the exchange for up to half a minute; most answers come within seconds.
 */
const WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000] as const

/** Reads the connections until they change, or until the waits are over. */
async function readWhenStored(): Promise<void> {
  const user = userSession.user()?.id
  const before = JSON.stringify(queryClient.getQueryData(ownKeysQuery.queryKey))
  for (const wait of WAITS_MS) {
    await new Promise((done) => setTimeout(done, wait))
    if (user === undefined || userSession.user()?.id !== user) return
    try {
      const now = await queryClient.fetchQuery({ ...ownKeysQuery, staleTime: 0 })
      if (JSON.stringify(now) !== before) return await readAgain()
    } catch (error) {
      // The next read may succeed; a page that shows the list shows the error itself.
      if (!(error instanceof ApiFailure) && !isCancelledError(error)) throw error
    }
  }
}

/**
 * Refetches the connections and stores them with the user. All other answers about the user are renewed in the
 * background, because for the balances the server asks every exchange.
 */
async function readAgain(): Promise<void> {
  const { queryKey } = ownKeysQuery
  void queryClient.invalidateQueries({
    queryKey: ['user'],
    predicate: (query) => query.queryKey[1] !== queryKey[1],
  })
  await queryClient.invalidateQueries({ queryKey })
  const keys = queryClient.getQueryData(ownKeysQuery.queryKey)
  const user = userSession.user()
  if (user !== null && keys !== undefined) userSession.update({ ...user, apiKeys: keys })
}
