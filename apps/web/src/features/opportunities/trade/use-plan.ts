import { PATHS, TradePlan } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../../shared/api/ask.ts'

/** How long a typed amount must stay unchanged before its plan is fetched, ms. */
const DEBOUNCE_MS = 400

/** The plan of the typed amount. The plan of another amount or of an earlier fetch is never shown. */
export type PlanState =
  /** No valid amount is typed. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** `time`: wall time of the answer. */
  | { readonly kind: 'ready'; readonly plan: TradePlan; readonly time: number }

/**
 * The plan of a row for an amount: fetched at once, again once a changed amount is debounced, and on `renew`.
 * A new `round` fetches it for an unchanged amount too.
 */
export function usePlan(
  id: string,
  amount: string | null,
  round: number,
): { readonly planned: PlanState; readonly renew: () => void } {
  const [debounced, setDebounced] = useState(amount)
  useEffect(() => {
    if (amount === debounced) return
    const timer = setTimeout(() => setDebounced(amount), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [amount, debounced])
  const asked = useQuery({
    queryKey: ['user', 'trade-plan', id, debounced, round],
    queryFn: async ({ signal }) => {
      const body = { opportunity_id: id, amount: debounced }
      return (await ask({ method: 'POST', path: PATHS.tradePlan, body, answer: TradePlan, as: 'user', signal })).value
    },
    enabled: debounced !== null,
    // Books move on: a plan is never shown twice, and never changes by itself while it is read.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { planned: planStateOf(amount, debounced, asked), renew: () => void asked.refetch() }
}

/** What of the query `planStateOf` reads. */
type PlanQuery = {
  readonly data: TradePlan | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
}

function planStateOf(amount: string | null, debounced: string | null, asked: PlanQuery): PlanState {
  if (amount === null) return { kind: 'none' }
  if (amount !== debounced || asked.isFetching) return { kind: 'asking' }
  if (asked.error !== null) return { kind: 'failed', error: asked.error }
  return asked.data === undefined ? { kind: 'asking' } : { kind: 'ready', plan: asked.data, time: asked.dataUpdatedAt }
}
