import type { KeyRecord } from '@makas/contract'
import { Check, CircleHelp, Lock, Minus, TriangleAlert } from 'lucide-react'
import { grantedOf, type Right } from './granted.ts'

const LOOKS = {
  good: { Icon: Check, color: 'text-good' },
  locked: { Icon: Lock, color: 'text-good' },
  plain: { Icon: Minus, color: 'text-text-2' },
  unknown: { Icon: CircleHelp, color: 'text-text-2' },
  bad: { Icon: TriangleAlert, color: 'text-bad' },
} as const

/** One right of a key: an icon and a word, never a colour alone. */
export function GrantedMark({ record, right }: { readonly record: KeyRecord; readonly right: Right }) {
  const { kind, text } = grantedOf(record, right)
  const { Icon, color } = LOOKS[kind]
  return (
    <span className={`inline-flex items-center gap-1.5 text-13 ${color}`}>
      <Icon size={14} aria-hidden className="shrink-0" />
      {text}
    </span>
  )
}
