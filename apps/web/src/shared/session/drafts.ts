import { keysInTab, removeFromTab } from '../storage/tab.ts'

const PREFIX = 'makas.draft.'
const VISITOR = 'visitor'

const beginningOf = (userId: string | null) => `${PREFIX}${userId ?? VISITOR}.`

/** Key of a draft in the tab's storage: each user has their own drafts; a visitor's drafts belong to nobody. */
export const draftKey = (userId: string | null, what: string): string => beginningOf(userId) + what

/** Drops the drafts of all other users. A visitor's draft stays for the user who logs in. */
export function forgetDraftsOfOthers(userId: string): void {
  for (const key of keysInTab())
    if (key.startsWith(PREFIX) && !key.startsWith(beginningOf(userId)) && !key.startsWith(beginningOf(null)))
      removeFromTab(key)
}

/** Drops all drafts of the tab; for a user who logs out. */
export function forgetDrafts(): void {
  for (const key of keysInTab()) if (key.startsWith(PREFIX)) removeFromTab(key)
}
