import type { AuditEntry, AuditVerdict } from './audit-log.ts'

/** A look at the whole audit log, and when it was taken (epoch ms). */
export type AuditLook = { readonly at: number; readonly verdict: AuditVerdict }

/** What is known of how the data is looked after; moments in epoch ms. */
export interface UpkeepReader {
  /** Names of the keys that everything, and that exchange keys, are sealed under. */
  readonly keyId: string
  readonly sealingKeyId: string
  /** Null where the folder cannot be looked at. */
  copies(now: number): { readonly newest: number | null; readonly kept: number } | null
  lastLook(): Promise<AuditLook | null>
  lastRetention(): Promise<number | null>
  /** Follows the chain of the audit log to its end; what it found is remembered and noted. */
  look(now: number, audit: (verdict: AuditVerdict) => AuditEntry): Promise<AuditLook>
}
