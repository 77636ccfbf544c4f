import { LIMITS } from '@makas/contract'
import { foldText } from '@makas/domain'
import { Check, Circle } from 'lucide-react'
import { authText } from '../../text/account/auth.ts'

const words = authText.rules

/**
 * Rules and advice for a password, checked while a person types (product-decisions.md 19). Only the server knows the
 * common passwords, so no rule promises that a password will be accepted.
 */
export function PasswordRules(props: { readonly password: string; readonly own: readonly string[] }) {
  const characters = [...props.password].length
  // Folded as on the server: a name is as easily guessed without its dots and accents.
  const folded = foldText(props.password)
  const isOwn = props.own.map((word) => foldText(word.trim())).some((word) => word.length >= 3 && folded.includes(word))
  const rules = [
    { text: words.least, isKept: characters >= LIMITS.password },
    { text: words.own, isKept: characters > 0 && !isOwn },
    { text: words.keys, isKept: characters >= LIMITS.weakPassword },
    { text: words.strong, isKept: characters >= LIMITS.adminPassword },
  ]
  return (
    <ul
      aria-label={words.label}
      className="grid gap-x-4 gap-y-1 rounded-control border border-line bg-raised/40 px-3 py-2 text-12 sm:grid-cols-2"
    >
      {rules.map(({ text, isKept }) => (
        <li key={text} className={`flex items-start gap-2 ${isKept ? 'text-good' : 'text-text-2'}`}>
          {isKept ? (
            <Check size={14} aria-hidden className="mt-0.5 shrink-0" />
          ) : (
            <Circle size={12} aria-hidden className="mt-0.75 shrink-0" />
          )}
          <span>
            {text} <span className="sr-only">{isKept ? words.kept : words.open}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
