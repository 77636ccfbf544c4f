import type { FastifyRequest } from 'fastify'
import type { Sharer } from '../../app/ports/system/fair-queue.ts'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import type { Audience } from '../../app/ports/users/users.ts'
import type { Caller } from '../../app/users/sessions/bearer-check.ts'
import { strangerAt, userSharer } from '../../app/users/sharers.ts'
import type { UserParts, Visit } from '../../app/users/user-parts.ts'
import { ApiFailure } from '../api-failure.ts'
import { neighbourhoodOf, networkOf } from './address-windows.ts'

/** Gives the parts of users; null until there is a database. */
export type UserPartsProvider = () => UserParts | null

const BEARER = /^Bearer ([\w.~+/-]{1,1024}=*)$/i

/** The parts of users. @throws ApiFailure while there is none */
export function partsOf(users: UserPartsProvider): UserParts {
  const parts = users()
  if (parts === null) throw new ApiFailure('unavailable', { retryAfterS: 2 })
  return parts
}

/** The caller that the token in the Authorization header names; a token anywhere else is ignored (security.md 31). */
export async function callerOf(
  users: UserPartsProvider,
  audience: Audience,
  authorization: string | undefined,
): Promise<Caller | null> {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
  return token === undefined ? null : partsOf(users).bearers.caller(audience, token)
}

/**
 * The caller of a call that only reads the market, which never waits for the database. `unchecked` where the database
 * cannot tell the caller at once.
 */
export async function viewerOf(
  users: UserPartsProvider,
  authorization: string | undefined,
): Promise<Caller | null | 'unchecked'> {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1]
  if (token === undefined) return null
  const parts = users()
  if (parts === null) return 'unchecked'
  try {
    return await parts.bearers.callerAtOnce('user', token)
  } catch (error) {
    if (error instanceof StorageFailure) return 'unchecked'
    throw error
  }
}

/** Where a request comes from, for limits and the audit log. */
export const visitOf = ({ ip, id, headers }: FastifyRequest): Visit => ({
  address: ip,
  subscriber: networkOf(ip),
  neighbourhood: neighbourhoodOf(ip),
  requestId: id,
  userAgent: headers['user-agent'] ?? null,
})

/** Whose share of scarce things a request takes: the caller's, or without a caller the address's. */
export const sharerIn = (request: FastifyRequest, caller: Caller | null): Sharer =>
  caller === null ? strangerAt(visitOf(request)) : userSharer(caller.userId)
