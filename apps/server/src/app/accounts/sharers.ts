import type { Sharer } from '../ports/system/fair-queue.ts'
import type { Visit } from './account-parts.ts'

/** Somebody who is not logged in: all from one address have one share. */
export const strangerAt = ({ subscriber }: Visit): Sharer => ({ key: subscriber, isKnown: false })

/** Somebody who is logged in. */
export const personOf = (accountId: string): Sharer => ({ key: accountId, isKnown: true })

/** The owner of the data folder, at a command. */
export const OPERATOR: Sharer = { key: 'operator', isKnown: true }
