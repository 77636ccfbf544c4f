import { forms } from '../../text/frame/forms.ts'
import { whole } from '../format/numbers.ts'
import { ADVISED, type PasswordStrength, passwordStrength } from './password-strength.ts'

const TONES: Record<PasswordStrength, string> = {
  empty: 'bg-text-3',
  short: 'bg-text-3',
  weak: 'bg-warn',
  fair: 'bg-accent',
  long: 'bg-good',
}

/** The length of a new password and its meaning. A screen reader reads it only when the meaning changes. */
export function PasswordMeter({ characters, least }: { readonly characters: number; readonly least: number }) {
  const strength = passwordStrength(characters, least)
  const wanted = strength === 'short' ? least : ADVISED
  const count = characters < wanted ? `${whole(characters)} / ${whole(wanted)}` : forms.characters(whole(characters))
  return (
    <span className="mt-1.5 block">
      <span aria-hidden="true" className="mb-1.5 block h-1 overflow-hidden rounded-full bg-line">
        <span
          className={`block h-full rounded-full transition-[width] duration-150 ${TONES[strength]}`}
          style={{ width: `${(Math.min(characters, ADVISED) / ADVISED) * 100}%` }}
        />
      </span>
      <span aria-hidden="true" className="figures block text-text-2">
        {strength !== 'empty' && `${count} · `}
        {forms.password[strength](whole(least))}
      </span>
      <span aria-live="polite" className="sr-only">
        {forms.password[strength](whole(least))}
      </span>
    </span>
  )
}
