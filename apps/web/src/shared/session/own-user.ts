import { OwnUser, PATHS } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { userSession } from './session.ts'

/**
 * The logged-in user as the server has it now: the stored user may be old (its premium, for example). Each answer is
 * stored, even if it equals the last answer: another tab may have stored something else since.
 */
export const ownUserQuery = queryOptions({
  queryKey: ['user', 'me'],
  queryFn: async ({ signal }) => {
    const { value } = await ask({ path: `${PATHS.auth}/me`, answer: OwnUser, as: 'user', signal })
    if (userSession.user()?.id === value.id) userSession.update(value)
    return value
  },
  // The frame and the account page share one request; switching between windows asks no more often than this.
  staleTime: 5_000,
  // Set explicitly: the cache repeats only calls that wait for a network when the network is back.
  refetchOnReconnect: true,
})
