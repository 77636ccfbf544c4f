import { EvidenceAnswer, PATHS } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { failureStatus, isUnreachable } from '../api/failure.ts'

/**
 * Evidence of one evaluation; fetched once, and again only when the viewer asks for newer figures. Logged-in users get
 * the evidence of the live list, visitors the evidence of the frozen list.
 */
export const evidenceQuery = (id: string, as: 'user' | 'visitor') =>
  queryOptions({
    queryKey: [as, 'evidence', id],
    queryFn: async ({ signal }) => (await ask({ path: PATHS.evidence(id), answer: EvidenceAnswer, as, signal })).value,
    // A server that is starting answers 503 and is often ready a moment later.
    retry: (count, error) => count < 2 && (failureStatus(error) === 503 || isUnreachable(error)),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
