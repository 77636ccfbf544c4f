import type { SealingKey } from '../../system/keys/key-ring.ts'
import type { Deletion } from '../copies/deletions.ts'
import { TEST_AUDIT_KEY } from './test-database.ts'

/** How a copy is restored at `now` (epoch ms) into a test database; `key` null: a plain copy. */
export const readingOf = (key: SealingKey | null, now: number, deletions: readonly Deletion[] = []) => ({
  keys: key === null ? [] : [key],
  takesPlain: key === null,
  isOurs: () => true,
  deletions,
  now,
  auditKey: () => TEST_AUDIT_KEY,
})
