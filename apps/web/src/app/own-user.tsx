import { useQuery } from '@tanstack/react-query'
import { ownUserQuery } from '../shared/session/own-user.ts'

/** Keeps what storage has of the user as the server has it: at the load, and when the window or the network comes back. */
export function OwnUser() {
  // Nothing here is drawn from the answer; whoever shows the user reads the session.
  useQuery({ ...ownUserQuery, notifyOnChangeProps: [] })
  return null
}
