import type { CannedReply } from '../ports/support/canned-replies.ts'
import type { UserParts } from '../users/user-parts.ts'
import { type AdminVisit, adminLine } from './admin-line.ts'

const MOST = 100

type Parts = Pick<UserParts, 'cannedReplies' | 'randomness' | 'clock'>

/** Adds a canned reply for all admins. Null where the limit is reached. */
export async function writeCannedReply(
  { cannedReplies, randomness, clock }: Parts,
  written: Pick<CannedReply, 'title' | 'text'>,
  by: AdminVisit,
): Promise<CannedReply | null> {
  const reply = { ...written, id: randomness.newId(), createdAt: clock.now() }
  const line = adminLine(reply.createdAt, 'canned-reply-written', by, { kind: 'canned-reply', id: reply.id }, {})
  return (await cannedReplies.add(reply, by.adminId, MOST, line)) ? reply : null
}

/** Deletes a canned reply; false where no reply has the id. */
export const deleteCannedReply = ({ cannedReplies, clock }: Parts, id: string, by: AdminVisit): Promise<boolean> =>
  cannedReplies.remove(id, adminLine(clock.now(), 'canned-reply-deleted', by, { kind: 'canned-reply', id }, {}))
