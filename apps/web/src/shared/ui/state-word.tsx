import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = { quiet: 'text-text-2', good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const

/** A state: an icon and a word, never colour alone (design.md § 9). */
export function StateWord(props: {
  readonly tone: keyof typeof TONES
  readonly icon: LucideIcon
  readonly children: ReactNode
}) {
  const Icon = props.icon
  return (
    <span className={`inline-flex items-center gap-1.5 align-middle ${TONES[props.tone]}`}>
      <Icon size={14} aria-hidden className="shrink-0" />
      {props.children}
    </span>
  )
}
