import { KeyRecords, PATHS, Portfolio } from '@makas/contract'
import { ask } from '../api/ask.ts'

/** The connections of whoever is logged in. */
export async function readOwnKeys(signal: AbortSignal) {
  return (await ask({ path: PATHS.apiKeys, answer: KeyRecords, as: 'user', signal })).value
}

/** What those accounts hold. */
export async function readOwnPortfolio(signal: AbortSignal) {
  return (await ask({ path: PATHS.portfolio, answer: Portfolio, as: 'user', signal })).value
}
