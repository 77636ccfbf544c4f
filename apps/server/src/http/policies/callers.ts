import type { FastifyRequest } from 'fastify'
import type { AccountParts, Visit } from '../../app/accounts/account-parts.ts'
import type { Caller } from '../../app/accounts/bearer-check.ts'
import type { Audience } from '../../app/ports/accounts.ts'
import { ApiFailure } from '../api-failure.ts'
import { neighbourhoodOf, networkOf } from './address-windows.ts'

/** The account side, as soon as there is a database; null before that. */
export type AccountSide = () => AccountParts | null

const BEARER = /^Bearer ([\w.~+/-]{1,1024}=*)$/i

/** The account side. @throws ApiFailure while there is none: the market is served all the same. */
export function partsOf(accounts: AccountSide): AccountParts {
  const parts = accounts()
  if (parts === null) throw new ApiFailure('unavailable', { retryAfterS: 2 })
  return parts
}

/** Whoever the token in the Authorization header names; a token anywhere else is never looked at (security.md 31). */
export async function callerOf(
  accounts: AccountSide,
  audience: Audience,
  authorization: string | undefined,
): Promise<Caller | null> {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
  return token === undefined ? null : partsOf(accounts).bearers.caller(audience, token)
}

/** The same for whoever only reads the market: it never waits for the database. */
export async function readerOf(accounts: AccountSide, authorization: string | undefined): Promise<Caller | null> {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
  return token === undefined ? null : partsOf(accounts).bearers.callerAtOnce('user', token)
}

/** Where a request comes from, for limits and the audit log. */
export const visitOf = ({ ip, id, headers }: FastifyRequest): Visit => ({
  address: ip,
  subscriber: networkOf(ip),
  neighbourhood: neighbourhoodOf(ip),
  requestId: id,
  userAgent: headers['user-agent'] ?? null,
})
