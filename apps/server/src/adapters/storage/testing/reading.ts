import type { Deletion } from '../copies/deletions.ts'
import type { CopyAccess } from '../copies/sealed-copy.ts'
import { TEST_AUDIT_KEY } from './test-database.ts'

/** How a copy is restored at `now` (epoch ms) into a test database; `key` null: a plain copy. */
export const readingOf = (key: CopyAccess['key'], now: number, deletions: readonly Deletion[] = []) => ({
  key,
  takesPlain: key === null,
  isOurs: () => true,
  deletions,
  now,
  auditKey: () => TEST_AUDIT_KEY,
})
