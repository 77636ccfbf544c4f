import { forgetInTab, keysInTab } from '../storage/tab.ts'

const PREFIX = 'makas.draft.'
const VISITOR = 'visitor'

const beginningOf = (userId: string | null) => `${PREFIX}${userId ?? VISITOR}.`

/** Where the tab keeps what somebody began to write: each user's by themselves, a visitor's as nobody's. */
export const draftKey = (userId: string | null, what: string): string => beginningOf(userId) + what

/** What a visitor began stays for whoever logs in; of anybody else's nothing is left. */
export function forgetDraftsOfOthers(userId: string): void {
  for (const key of keysInTab())
    if (key.startsWith(PREFIX) && !key.startsWith(beginningOf(userId)) && !key.startsWith(beginningOf(null)))
      forgetInTab(key)
}

/** Whoever leaves of their own accord leaves nothing behind in the tab. */
export function forgetDrafts(): void {
  for (const key of keysInTab()) if (key.startsWith(PREFIX)) forgetInTab(key)
}
