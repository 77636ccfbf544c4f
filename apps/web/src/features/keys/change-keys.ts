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
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { ownKeysQuery } from '../../shared/keys/own-queries.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'
import { userSession } from '../../shared/session/session.ts'

/** Has the exchange asked about a key and stores it (CALL-11); null: the exchange does not take it. */
export async function addKey(body: CreateKeyBody, signal?: AbortSignal): Promise<KeyRecord | null> {
  const path = PATHS.apiKeys
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

/** Whatever was answered from the connections is asked for again; what storage has of them is brought up to date. */
async function readAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['user'] })
  const keys = queryClient.getQueryData(ownKeysQuery.queryKey)
  const user = userSession.person()
  if (user !== null && keys !== undefined) userSession.update({ ...user, apiKeys: keys })
}
