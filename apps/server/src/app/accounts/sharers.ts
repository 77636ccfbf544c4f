import type { Sharer } from '../ports/system/fair-queue.ts'
import type { Visit } from './account-parts.ts'

/** Somebody who is not logged in: all people at one address have one share. */
export const strangerAt = ({ subscriber }: Visit): Sharer => ({ key: subscriber, rank: 'stranger' })

/** Somebody who is logged in. */
export const personOf = (accountId: string): Sharer => ({ key: accountId, rank: 'person' })

/** Somebody who is logged in and orders now. */
export const ordererOf = (accountId: string): Sharer => ({ key: accountId, rank: 'order' })

/** An admin at work on others' data. */
export const adminOf = (accountId: string): Sharer => ({ key: accountId, rank: 'admin' })

/** The owner of the data folder, at a command. */
export const OPERATOR: Sharer = { key: 'operator', rank: 'person' }
