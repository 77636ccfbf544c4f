import { CreateKeyBody, DemoKeyBody, KeyRecord, KeyRecords, PATHS, TriedKey, TryKeyBody } from '@makas/contract'
import { KEY_QUESTIONS } from './rates.ts'
import { type Call, call } from './user-calls.ts'

/** Connections to exchanges (CALL-10 to CALL-14). */
export const KEY_CALLS = {
  list: call(`GET ${PATHS.apiKeys}`, 'user', 'Own connections to exchanges, masked', { answer: KeyRecords }),
  add: call(`POST ${PATHS.apiKeys}`, 'user', 'Store a key that its exchange takes and with which no money can leave', {
    body: CreateKeyBody,
    answer: KeyRecord,
    status: 201,
    rate: KEY_QUESTIONS,
    audit: ['key-added', 'key-not-added'],
  }),
  addDemo: call(`POST ${PATHS.demoKey}`, 'user', 'Connect the own account of a simulated exchange', {
    body: DemoKeyBody,
    answer: KeyRecord,
    status: 201,
    rate: KEY_QUESTIONS,
    audit: ['key-added', 'key-not-added'],
  }),
  check: call(`POST ${PATHS.apiKeys}/:id/validate`, 'user', 'Ask the exchange again what a key may do', {
    answer: KeyRecord,
    rate: KEY_QUESTIONS,
    audit: ['key-checked', 'key-connected', 'key-disabled', 'key-failed'],
  }),
  remove: call(`DELETE ${PATHS.apiKeys}/:id`, 'user', 'Destroy a stored key', { audit: ['key-deleted'] }),
  clear: call(`DELETE ${PATHS.apiKeys}/:id/difference`, 'user', 'Let a connection order again, having looked', {
    audit: ['account-difference-cleared'],
  }),
  tryOut: call(`POST ${PATHS.tryKey}`, 'user', 'Whether a key would be taken; nothing is stored', {
    body: TryKeyBody,
    answer: TriedKey,
    rate: KEY_QUESTIONS,
    audit: ['key-tried'],
  }),
} as const

export const ALL_KEY_CALLS: readonly Call[] = Object.values(KEY_CALLS)
