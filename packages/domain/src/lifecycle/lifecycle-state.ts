/** Whether a route is an opportunity now, and since when (epoch ms). */
export type LifecycleState = { readonly kind: 'closed' } | { readonly kind: 'open'; readonly detectedAt: number }

export const CLOSED: LifecycleState = { kind: 'closed' }

/** What an evaluation or a look at the clock says of a route. */
export type Verdict = 'positive' | 'unchanged' | 'negative'

/** The next lifecycle of a route, a pure function. `event` is null where the change is not published. */
export function nextLifecycle(
  lifecycle: LifecycleState,
  verdict: Verdict,
  now: number,
): { readonly lifecycle: LifecycleState; readonly event: 'opened' | 'changed' | 'closed' | null } {
  if (verdict === 'negative') return { lifecycle: CLOSED, event: lifecycle.kind === 'open' ? 'closed' : null }
  if (lifecycle.kind === 'closed') return { lifecycle: { kind: 'open', detectedAt: now }, event: 'opened' }
  return { lifecycle, event: verdict === 'positive' ? 'changed' : null }
}
