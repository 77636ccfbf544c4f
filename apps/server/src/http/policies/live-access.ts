import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../app/accounts/bearer-check.ts'
import { routeOf } from '../calls/route-table.ts'
import { type AccountPartsProvider, readerOf } from './callers.ts'
import type { RateWindows } from './rate-windows.ts'

/** A reader. `isLive`: reads the newest list, else the frozen list of visitors. */
type Reader = {
  readonly isLive: boolean
  readonly caller: Caller | null
  /** Whether the reader is a visitor only because the token cannot be checked now. */
  readonly isUnchecked: boolean
}

/** Determines the reader. Returns no promise for most visitors, who are most readers. */
export type LiveAccess = (request: FastifyRequest) => Reader | Promise<Reader>

/**
 * Caching of an answer. Visitors' browsers keep it and revalidate; nothing is kept for a logged-in user (security.md
 * 58).
 */
export const cachingFor = ({ caller }: Reader): 'no-cache' | 'no-store' => (caller === null ? 'no-cache' : 'no-store')

const VISITOR: Reader = { isLive: false, caller: null, isUnchecked: false }
const UNCHECKED: Reader = { ...VISITOR, isUnchecked: true }
const EVERYBODY: Reader = { ...VISITOR, isLive: true }

type Options = {
  /** `LIVE_FOR_ALL` opens the live list to everyone (tests only). */
  readonly liveForAll: boolean
  readonly accounts: AccountPartsProvider
  readonly rates: RateWindows
}

/**
 * The holder of a valid user token reads the newest list, anybody else the frozen list. While the database cannot be
 * asked everybody reads as a visitor: the market never waits for the database.
 */
export function liveAccess({ liveForAll, accounts, rates }: Options): LiveAccess {
  const reader = async (request: FastifyRequest): Promise<Reader> => {
    const caller = await readerOf(accounts, request.headers.authorization)
    if (caller === null) return VISITOR
    if (caller === 'unchecked') return UNCHECKED
    const route = routeOf(request.method, request.routeOptions.url ?? '')
    const tooOften = rates.refusal(route?.rates ?? [], 'account', caller.accountId)
    if (tooOften !== null) throw tooOften
    return { isLive: true, caller, isUnchecked: false }
  }
  return (request) => {
    if (liveForAll) return EVERYBODY
    return request.headers.authorization === undefined ? VISITOR : reader(request)
  }
}
