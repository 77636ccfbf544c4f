import { PATHS, TradePlan } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../../shared/api/ask.ts'

/** An amount that stands for so long is asked about. */
const SETTLED_MS = 400

/** What would be ordered. Only `ready` has a plan: one of another amount, or from before a new question, is none. */
export type Planned =
  /** There is no amount to ask about. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** `at`: wall time of the answer. */
  | { readonly kind: 'ready'; readonly plan: TradePlan; readonly at: number }

/**
 * The plan of a row for an amount: asked at once, and again when the amount has changed and stands, or on `renew`. Another
 * `round` begins anew.
 */
export function usePlan(
  id: string,
  amount: string | null,
  round: number,
): { readonly planned: Planned; readonly renew: () => void } {
  const [settled, settle] = useState(amount)
  useEffect(() => {
    if (amount === settled) return
    const timer = setTimeout(() => settle(amount), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [amount, settled])
  const asked = useQuery({
    queryKey: ['user', 'trade-plan', id, settled, round],
    queryFn: async ({ signal }) => {
      const body = { opportunity_id: id, amount: settled }
      return (await ask({ method: 'POST', path: PATHS.tradePlan, body, answer: TradePlan, as: 'user', signal })).value
    },
    enabled: settled !== null,
    // Books move on: no plan is told twice, and none changes by itself under the reader's eyes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return { planned: plannedOf(amount, settled, asked), renew: () => void asked.refetch() }
}

type Asked = {
  readonly data: TradePlan | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
}

function plannedOf(amount: string | null, settled: string | null, asked: Asked): Planned {
  if (amount === null) return { kind: 'none' }
  if (amount !== settled || asked.isFetching) return { kind: 'asking' }
  if (asked.error !== null) return { kind: 'failed', error: asked.error }
  return asked.data === undefined ? { kind: 'asking' } : { kind: 'ready', plan: asked.data, at: asked.dataUpdatedAt }
}
