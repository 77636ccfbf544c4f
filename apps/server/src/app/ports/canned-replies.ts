import type { AuditEntry } from './audit-log.ts'

/** A text that admins insert into an answer; `createdAt` in epoch ms. */
export type CannedReply = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly createdAt: number
}

/** Few, and everybody's who answers; each change is one transaction with its audit line. */
export interface CannedReplyStore {
  /** By title, as Turkish sorts. */
  all(): Promise<readonly CannedReply[]>
  /** False where there are `most` already. */
  add(reply: CannedReply, adminId: string, most: number, audit: AuditEntry): Promise<boolean>
  /** False where there is none. */
  remove(id: string, audit: AuditEntry): Promise<boolean>
}
