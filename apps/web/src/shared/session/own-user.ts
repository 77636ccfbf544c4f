import { AccountUser, PATHS } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { userSession } from './session.ts'

/**
 * Who is logged in, as the server has it now: what storage has may be old, such as a premium that an admin has given or taken
 * since. Each answer goes into storage, one that equals the last too, since another tab may have stored something else meanwhile.
 */
export const ownUserQuery = queryOptions({
  queryKey: ['user', 'me'],
  queryFn: async ({ signal }) => {
    const { value } = await ask({ path: `${PATHS.auth}/me`, answer: AccountUser, as: 'user', signal })
    if (userSession.person()?.id === value.id) userSession.update(value)
    return value
  },
  // Frame and account page ask once together; going to and fro between windows asks no more often.
  staleTime: 5_000,
  // Said by name, since calls that do not wait for a network are otherwise not repeated when it is back.
  refetchOnReconnect: true,
})
