import type { Grade } from './grades.ts'

const LIT: Record<Grade, number> = { good: 3, warn: 2, bad: 1 }

/** Three bars like those of a radio signal: all lit is fast. */
export function SignalBars({ grade }: { readonly grade: Grade }) {
  return (
    <svg width="11" height="10" viewBox="0 0 11 10" aria-hidden="true" className="shrink-0" fill="currentColor">
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={bar * 4}
          y={6 - bar * 3}
          width="2.6"
          height={4 + bar * 3}
          rx="0.8"
          opacity={bar < LIT[grade] ? 1 : 0.28}
        />
      ))}
    </svg>
  )
}
