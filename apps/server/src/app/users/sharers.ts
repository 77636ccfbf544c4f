import type { Sharer } from '../ports/system/fair-queue.ts'
import type { Visit } from './user-parts.ts'

/** Somebody who is not logged in: all visitors at one address have one share. */
export const strangerAt = ({ subscriber }: Visit): Sharer => ({ key: subscriber, rank: 'stranger' })

/** Somebody who is logged in. */
export const userSharer = (userId: string): Sharer => ({ key: userId, rank: 'user' })

/** Somebody who is logged in and orders now. */
export const ordererOf = (userId: string): Sharer => ({ key: userId, rank: 'order' })

/** An admin at work on others' data. */
export const adminOf = (userId: string): Sharer => ({ key: userId, rank: 'admin' })

/** The owner of the data folder, at a command. */
export const OPERATOR: Sharer = { key: 'operator', rank: 'user' }
