import { QueryClient } from '@tanstack/react-query'
import { onSessionEnd } from '../session/session.ts'
import { isUnreachable } from './failure.ts'

/** The one query cache of the site. A refused call is not retried: the server meant it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 1 && isUnreachable(error),
      retryDelay: 1_000,
      networkMode: 'always',
      staleTime: 1_000,
    },
  },
})

// Answers to calls with a bearer token have keys that begin with their audience.
onSessionEnd((audience) => {
  void queryClient.cancelQueries({ queryKey: [audience] })
  queryClient.removeQueries({ queryKey: [audience] })
})
