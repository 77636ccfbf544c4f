import { type AdminDetails, beginAdminSetup, bootstrapAdmin } from './admins.ts'
import { type UserParts, UserRefusal } from './user-parts.ts'

/** State of the first admin at the start. `token`: for a one-time address, shown at the terminal. */
export type FirstRun =
  | { readonly kind: 'there' | 'bootstrapped' }
  | { readonly kind: 'setup'; readonly token: string; readonly isFileRefused: boolean }

/**
 * Creates the first admin, or prepares the creation: from the bootstrap file, or through a one-time address; there is
 * no default user (security.md 13, 14).
 */
export async function firstRun(parts: UserParts, bootstrap: AdminDetails | null): Promise<FirstRun> {
  let isFileRefused = false
  if (bootstrap !== null) {
    try {
      if (await bootstrapAdmin(parts, bootstrap)) return { kind: 'bootstrapped' }
    } catch (error) {
      if (!(error instanceof UserRefusal)) throw error
      isFileRefused = true
    }
  }
  const token = await beginAdminSetup(parts)
  return token === null ? { kind: 'there' } : { kind: 'setup', token, isFileRefused }
}
