import { EvidenceAnswer, PATHS } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { failureStatus, isUnreachable } from '../api/failure.ts'

/**
 * Evidence of one evaluation; asked once, again only when the reader wants newer figures. Whoever is logged in is shown
 * that of the live list, everybody else that of the frozen one.
 */
export const evidenceQuery = (id: string, as: 'user' | 'visitor') =>
  queryOptions({
    queryKey: [as, 'evidence', id],
    queryFn: async ({ signal }) => (await ask({ path: PATHS.evidence(id), answer: EvidenceAnswer, as, signal })).value,
    // A server that is not ready says so with 503 and is often ready a moment later.
    retry: (count, error) => count < 2 && (failureStatus(error) === 503 || isUnreachable(error)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
