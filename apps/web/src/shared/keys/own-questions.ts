import { KeyRecords, PATHS, Portfolio } from '@makas/contract'
import { ask } from '../api/ask.ts'

/** Exchange connections of the logged-in user. */
export async function readOwnKeys(signal: AbortSignal) {
  return (await ask({ path: PATHS.apiKeys, answer: KeyRecords, as: 'user', signal })).value
}

/** Balances of the logged-in user's exchange connections. */
export async function readOwnPortfolio(signal: AbortSignal) {
  return (await ask({ path: PATHS.portfolio, answer: Portfolio, as: 'user', signal })).value
}
