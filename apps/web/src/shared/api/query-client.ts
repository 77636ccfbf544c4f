import { QueryClient } from '@tanstack/react-query'
import { whenLeft } from '../session/session.ts'
import { isUnreachable } from './failure.ts'

/** One cache for the whole site. A refused call is not asked again: the server meant it. */
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

// Answers to calls with a bearer are kept under keys that begin with their audience.
whenLeft((audience) => {
  void queryClient.cancelQueries({ queryKey: [audience] })
  queryClient.removeQueries({ queryKey: [audience] })
})
