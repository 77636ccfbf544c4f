import { PATHS } from '@makas/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../app/accounts/bearer-check.ts'
import type { Clock } from '../../app/ports/book-feed.ts'
import { StorageFailure } from '../../app/ports/storage.ts'
import { ApiFailure } from '../api-failure.ts'
import { AddressWindows } from './address-windows.ts'
import { type AccountSide, readerOf } from './callers.ts'

/** How a request is read: the newest, or what visitors see. */
type Reader = { readonly isLive: boolean; readonly caller: Caller | null }

/** Says who reads; at once for visitors, who are most. */
export type LiveAccess = (request: FastifyRequest) => Reader | Promise<Reader>

const VISITOR: Reader = { isLive: false, caller: null }
const EVERYBODY: Reader = { isLive: true, caller: null }
/** Calls a minute and user, of each call (security.md 64): four tabs that poll at 2 s stay below. */
const MOST = 120
const MOST_STREAMS = 20

type Options = {
  /** `LIVE_FOR_ALL` opens the live list to everyone (tests only). */
  readonly liveForAll: boolean
  readonly accounts: AccountSide
  readonly clock: Clock
  readonly scale: number
}

/**
 * Whoever holds a valid token of a user sees the newest list; everybody else is a visitor, also while the database
 * cannot be asked: the market never waits for it.
 */
export function liveAccess({ liveForAll, accounts, clock, scale }: Options): LiveAccess {
  const calls = new AddressWindows(MOST * scale)
  const streams = new AddressWindows(MOST_STREAMS * scale)
  const reader = async (request: FastifyRequest): Promise<Reader> => {
    const caller = await known(request.headers.authorization)
    if (caller === null) return VISITOR
    const { url } = request.routeOptions
    const windows = url === PATHS.stream ? streams : calls
    const retryAfterS = windows.refusal(`${caller.accountId} ${url}`, clock.now())
    if (retryAfterS !== null) throw new ApiFailure('rate-limited', { retryAfterS })
    return { isLive: true, caller }
  }
  const known = async (authorization: string | undefined): Promise<Caller | null> => {
    if (accounts() === null) return null
    try {
      return await readerOf(accounts, authorization)
    } catch (error) {
      if (error instanceof StorageFailure) return null
      throw error
    }
  }
  return (request) => {
    if (liveForAll) return EVERYBODY
    return request.headers.authorization === undefined ? VISITOR : reader(request)
  }
}
