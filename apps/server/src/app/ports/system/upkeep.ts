import type { AuditEntry, AuditVerdict } from '../users/audit-log.ts'

/** A verification of the whole audit log, and its time (epoch ms). */
export type AuditLook = { readonly at: number; readonly verdict: AuditVerdict }

/** State of the data's upkeep: keys, copies, audit log; moments in epoch ms. */
export interface UpkeepReader {
  /** Id of the key under which copies are sealed. */
  readonly keyId: string
  /** Id of the key under which exchange keys are sealed. */
  readonly sealingKeyId: string
  /** Which of key file and copies lie on the data folder's file system. */
  besideData(): readonly ('key' | 'copies')[]
  /** Newest copy and number of copies; null where the folder cannot be read. */
  copies(now: number): { readonly newest: number | null; readonly kept: number } | null
  lastLook(): Promise<AuditLook | null>
  lastRetention(): Promise<number | null>
  /** Verifies the chain of the audit log to its end; stores the verdict and an audit line. */
  look(now: number, audit: (verdict: AuditVerdict) => AuditEntry): Promise<AuditLook>
}
