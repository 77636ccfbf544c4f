import type { PlainLeg } from './plain-walk.ts'

export type PlainMode = 'spot' | 'carry' | 'tri'
export type PlainFinding = {
  readonly mode: PlainMode
  readonly row: Record<string, unknown>
  readonly evidence: Record<string, unknown>
}
/** Result of an evaluation: a finding, or why there is none. */
export type PlainVerdict = PlainFinding | 'negative' | 'quarantine'

/** Prior medians of lifetimes, ms (formulas.md § 5). */
const MEDIAN = { spot: 1_500, tri: 900, carry: 8 * 3_600_000 } as const

/** Fields of all modes' rows that follow from the books' times. */
export function movingFields(mode: PlainMode, legs: readonly PlainLeg[], t: number) {
  const ages = legs.map(({ book }) => t - book.receivedAt)
  const left = legs.map(({ book }) => book.limit - (t - book.receivedAt))
  const delays = legs.map(({ book }) => book.receivedAt - (book.eventTime ?? book.receivedAt))
  const [age, latency] = [Math.max(...ages), Math.max(0, ...delays)]
  const now = new Date(t).toISOString()
  return {
    ...{ age_ms: age, expires_in_ms: Math.max(0, Math.min(...left)), latency_ms: latency },
    ...{ confidence: halfEven(100 * 2 ** (-(age + latency) / MEDIAN[mode])), confidence_basis: 'prior' },
    ...{ ttl_ms: MEDIAN[mode], detected_at: now, updated_at: now },
  }
}

function halfEven(value: number): number {
  const below = Math.floor(value)
  if (value - below === 0.5) return below % 2 === 0 ? below : below + 1
  return Math.round(value)
}
