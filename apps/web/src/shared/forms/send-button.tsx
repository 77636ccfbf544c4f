import { LoaderCircle } from 'lucide-react'
import { PRIMARY_BUTTON } from '../ui/button.tsx'

type Props = { readonly label: string; readonly sendingLabel: string; readonly isSending: boolean }

/** Submit button. Never disabled: a disabled button would lose the focus of a keyboard user. */
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
