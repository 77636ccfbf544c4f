import type { ReactNode } from 'react'

const TONES = {
  quiet: 'border-line text-text-2',
  accent: 'border-accent/50 text-accent',
  good: 'border-good/50 text-good',
  warn: 'border-warn/50 text-warn',
  bad: 'border-bad/50 text-bad',
} as const

export type BadgeTone = keyof typeof TONES

/** A word in a thin frame: a state, a category, a source. */
export function Badge({ tone = 'quiet', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-control border px-1.5 text-12 font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
