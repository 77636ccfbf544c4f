import type { ManagedUser } from '@makas/contract'
import { foldText } from '@makas/domain'

/** Users of the page whose email, first or last name has the typed text, whatever its case and dots (AUSER-01). */
export function filterUsers(users: readonly ManagedUser[], typed: string): readonly ManagedUser[] {
  const query = foldText(typed.trim())
  if (query === '') return users
  return users.filter(({ email, firstName, lastName }) => foldText(`${email} ${firstName} ${lastName}`).includes(query))
}
