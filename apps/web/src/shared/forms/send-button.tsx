import { LoaderCircle } from 'lucide-react'
import { PRIMARY_BUTTON } from '../ui/button.tsx'

type Props = { readonly label: string; readonly sendingLabel: string; readonly isSending: boolean }

/** Never disabled: that would take the focus away from whoever pressed it with the keyboard. */
export function SendButton({ label, sendingLabel, isSending }: Props) {
  return (
    <div>
      <button type="submit" aria-disabled={isSending} className={`${PRIMARY_BUTTON} max-sm:w-full`}>
        {isSending && <LoaderCircle size={16} aria-hidden className="animate-spin" />}
        {isSending ? sendingLabel : label}
      </button>
      <span role="status" className="sr-only">
        {isSending ? sendingLabel : ''}
      </span>
    </div>
  )
}
