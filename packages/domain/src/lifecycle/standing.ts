/** Whether a route is an opportunity now, and since when (epoch ms). */
export type Standing = { readonly kind: 'closed' } | { readonly kind: 'open'; readonly detectedAt: number }

export const CLOSED: Standing = { kind: 'closed' }

/** What an evaluation or a look at the clock says of a route. */
export type Verdict = 'positive' | 'unchanged' | 'negative'

/** The pure reducer of a route's life: its next standing. `event` is null where the change is not published. */
export function nextStanding(
  standing: Standing,
  verdict: Verdict,
  now: number,
): { readonly standing: Standing; readonly event: 'opened' | 'changed' | 'closed' | null } {
  if (verdict === 'negative') return { standing: CLOSED, event: standing.kind === 'open' ? 'closed' : null }
  if (standing.kind === 'closed') return { standing: { kind: 'open', detectedAt: now }, event: 'opened' }
  return { standing, event: verdict === 'positive' ? 'changed' : null }
}
