import { AccountUser, PATHS } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { userSession } from './session.ts'

/**
 * The logged-in user as the server has it now: the stored one may be old, such as its premium. Each answer is stored,
 * also one that equals the last, since another tab may have stored something else meanwhile.
 */
export const ownUserQuery = queryOptions({
  queryKey: ['user', 'me'],
  queryFn: async ({ signal }) => {
    const { value } = await ask({ path: `${PATHS.auth}/me`, answer: AccountUser, as: 'user', signal })
    if (userSession.person()?.id === value.id) userSession.update(value)
    return value
  },
  // The frame and the account page share one request; switching between windows asks no more often than this.
  staleTime: 5_000,
  // Set explicitly: calls that do not wait for a network are otherwise not repeated when it is back.
  refetchOnReconnect: true,
})
