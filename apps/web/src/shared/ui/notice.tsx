import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = {
  info: { Icon: Info, box: 'border-line bg-raised/60', icon: 'text-accent' },
  good: { Icon: CircleCheck, box: 'border-good/50 bg-good-wash', icon: 'text-good' },
  warn: { Icon: TriangleAlert, box: 'border-warn/50 bg-warn-wash', icon: 'text-warn' },
  bad: { Icon: CircleX, box: 'border-bad/50 bg-bad-wash', icon: 'text-bad' },
} as const

/** An important sentence in a box with its icon; `role` says how a screen reader announces the box when it appears. */
export function Notice(props: {
  readonly tone: keyof typeof TONES
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
  /** Button or link at the right end. */
  readonly action?: ReactNode
}) {
  const { Icon, box, icon } = TONES[props.tone]
  return (
    <div
      role={props.role}
      className={`flex items-start gap-2 rounded-control border px-3 py-2 text-13 text-text-1 ${box}`}
    >
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${icon}`} />
      <div className="min-w-0 flex-1">{props.children}</div>
      {props.action}
    </div>
  )
}
