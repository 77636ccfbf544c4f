import type { AuditEntry } from '../users/audit-log.ts'

/** A text that admins insert into an answer; `createdAt` in epoch ms. */
export type CannedReply = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly createdAt: number
}

/** Storage of canned replies, shared by all admins; each change is one transaction with its audit line. */
export interface CannedReplyStore {
  /** All replies by title, in Turkish order. */
  all(): Promise<readonly CannedReply[]>
  /** Adds a reply; false where there are `most` already. */
  add(reply: CannedReply, adminId: string, most: number, audit: AuditEntry): Promise<boolean>
  /** Removes a reply; false where no reply has the id. */
  remove(id: string, audit: AuditEntry): Promise<boolean>
}
