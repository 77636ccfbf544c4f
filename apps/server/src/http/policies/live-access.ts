import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../app/users/sessions/bearer-check.ts'
import { routeOf } from '../calls/route-table.ts'
import { type UserPartsProvider, viewerOf } from './callers.ts'
import type { RateWindows } from './rate-windows.ts'

/** A viewer. `isLive`: reads the newest list, else the frozen list of visitors. */
type Viewer = {
  readonly isLive: boolean
  readonly caller: Caller | null
  /** Whether the viewer is a visitor only because the token cannot be checked now. */
  readonly isUnchecked: boolean
}

/** Determines the viewer. Returns no promise for most visitors, who are most viewers. */
export type LiveAccess = (request: FastifyRequest) => Viewer | Promise<Viewer>

/**
 * Caching of an answer. Visitors' browsers keep it and revalidate; nothing is kept for a logged-in user (security.md
 * 58).
 */
export const cachingFor = ({ caller }: Viewer): 'no-cache' | 'no-store' => (caller === null ? 'no-cache' : 'no-store')

const VISITOR: Viewer = { isLive: false, caller: null, isUnchecked: false }
const UNCHECKED: Viewer = { ...VISITOR, isUnchecked: true }
const EVERYBODY: Viewer = { ...VISITOR, isLive: true }

type Options = {
  /** `LIVE_FOR_ALL` opens the live list to everyone (tests only). */
  readonly liveForAll: boolean
  readonly users: UserPartsProvider
  readonly rates: RateWindows
}

/**
 * The holder of a valid user token reads the newest list, anybody else the frozen list. While the database cannot be
 * asked everybody reads as a visitor: the market never waits for the database.
 */
export function liveAccess({ liveForAll, users, rates }: Options): LiveAccess {
  const viewer = async (request: FastifyRequest): Promise<Viewer> => {
    const caller = await viewerOf(users, request.headers.authorization)
    if (caller === null) return VISITOR
    if (caller === 'unchecked') return UNCHECKED
    const route = routeOf(request.method, request.routeOptions.url ?? '')
    const tooOften = rates.refusal(route?.rates ?? [], 'user', caller.userId)
    if (tooOften !== null) throw tooOften
    return { isLive: true, caller, isUnchecked: false }
  }
  return (request) => {
    if (liveForAll) return EVERYBODY
    return request.headers.authorization === undefined ? VISITOR : viewer(request)
  }
}
