import type { KeyRecord } from '@makas/contract'
import { CircleCheck, CircleX, LoaderCircle, ShieldAlert } from 'lucide-react'
import { keyText } from '../../text/account/keys.ts'

const LOOKS = {
  connected: { Icon: CircleCheck, color: 'text-good' },
  error: { Icon: CircleX, color: 'text-bad' },
  pending: { Icon: LoaderCircle, color: 'text-text-2' },
  disabled: { Icon: ShieldAlert, color: 'text-warn' },
} as const satisfies Record<KeyRecord['status'], unknown>

/** Status of a connection (STATE-29); `pending` while its exchange is asked. */
export function StatusMark({ status }: { readonly status: KeyRecord['status'] }) {
  const { Icon, color } = LOOKS[status]
  return (
    <span className={`inline-flex shrink-0 items-center gap-1.5 text-13 font-medium ${color}`}>
      <Icon size={16} aria-hidden className={status === 'pending' ? 'animate-spin' : ''} />
      {keyText.statuses[status]}
    </span>
  )
}
