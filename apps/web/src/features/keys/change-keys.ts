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
import { ApiFailure } from '../../shared/api/failure.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { ownKeysQuery } from '../../shared/keys/own-queries.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'
import { userSession } from '../../shared/session/session.ts'

/**
 * Has the exchange asked about a key and stores it (CALL-11); null: the exchange does not take it. Whoever gives up by the signal
 * stops waiting and no more: the server may store the key all the same, so what it has is read again.
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

/** Connects the own account of a simulated exchange. */
export async function addDemoKey(exchange: ExchangeId): Promise<KeyRecord> {
  const body: DemoKeyBody = { exchange_name: exchange }
  const { value } = await withProof('user', () =>
    ask({ method: 'POST', path: PATHS.demoKey, body, answer: KeyRecord, as: 'user' }),
  )
  await readAgain()
  return value
}

/** Whether a key would be taken; nothing is stored (CALL-14). */
export async function tryKey(body: TryKeyBody, signal?: AbortSignal): Promise<TriedKey> {
  return (await ask({ method: 'POST', path: PATHS.tryKey, body, answer: TriedKey, as: 'user', signal })).value
}

/** Asks the exchange again what a stored key may do (CALL-12). */
export async function checkKey(id: string): Promise<KeyRecord> {
  const path = `${PATHS.apiKeys}/${encodeURIComponent(id)}/validate`
  const { value } = await ask({ method: 'POST', path, answer: KeyRecord, as: 'user' })
  await readAgain()
  return value
}

/** Destroys a stored key (CALL-13). */
export async function deleteKey(id: string): Promise<void> {
  const path = `${PATHS.apiKeys}/${encodeURIComponent(id)}`
  await withProof('user', () => ask({ method: 'DELETE', path, answer: NO_CONTENT, as: 'user' }))
  await readAgain()
}

/** The server asks the exchange for up to half a minute; most answers come in the first seconds. */
const WAITS_MS = [0, 1_000, 2_000, 4_000, 8_000, 16_000] as const

/** Looks at the connections until they are other ones, or none is to be expected any more. */
async function readWhenStored(): Promise<void> {
  const user = userSession.person()?.id
  const before = JSON.stringify(queryClient.getQueryData(ownKeysQuery.queryKey))
  for (const wait of WAITS_MS) {
    await new Promise((done) => setTimeout(done, wait))
    if (user === undefined || userSession.person()?.id !== user) return
    try {
      const now = await queryClient.fetchQuery({ ...ownKeysQuery, staleTime: 0 })
      if (JSON.stringify(now) !== before) return await readAgain()
    } catch (error) {
      // The next look may be answered; a page that shows the list says itself what is wrong with it.
      if (!(error instanceof ApiFailure) && !isCancelledError(error)) throw error
    }
  }
}

/** Whatever was answered from the connections is asked for again; what storage has of them is brought up to date. */
async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['user'] })
  const keys = queryClient.getQueryData(ownKeysQuery.queryKey)
  const user = userSession.person()
  if (user !== null && keys !== undefined) userSession.update({ ...user, apiKeys: keys })
}
