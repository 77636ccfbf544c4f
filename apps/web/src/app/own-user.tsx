import { useQuery } from '@tanstack/react-query'
import { ownUserQuery } from '../shared/session/own-user.ts'

/** Keeps the stored user up to date with the server: on load, and when the window or the network comes back. */
export function OwnUser() {
  // Nothing here is drawn from the answer; components that show the user read the session.
  useQuery({ ...ownUserQuery, notifyOnChangeProps: [] })
  return null
}
