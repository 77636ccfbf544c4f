import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { forms } from '../../text/frame/forms.ts'
import { Tooltip } from '../ui/layers/tooltip.tsx'
import { FieldFrame, INPUT } from './field.tsx'
import { PasswordMeter } from './password-meter.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  /** For a new password: the typed text and the least number of characters, by which the meter judges the length. */
  readonly judged?: { readonly typed: string; readonly least: number }
}

/** A password field that can be revealed. Allows pasting, and never changes the typed text. */
export function PasswordField({ label, hint, error, judged, ...input }: Props) {
  const [isShown, setShown] = useState(false)
  const words = isShown ? forms.hide : forms.show
  const Icon = isShown ? EyeOff : Eye
  return (
    <FieldFrame
      label={label}
      error={error}
      required={input.required}
      hint={
        (hint !== undefined || judged) && (
          <>
            {judged && <PasswordMeter characters={[...judged.typed].length} least={judged.least} />}
            {hint}
          </>
        )
      }
    >
      {(tied) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...tied}
            type={isShown ? 'text' : 'password'}
            className={`${INPUT} pr-11`}
          />
          <Tooltip text={words(label)}>
            <button
              type="button"
              aria-label={words(label)}
              onClick={() => setShown(!isShown)}
              className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1"
            >
              <Icon size={16} aria-hidden />
            </button>
          </Tooltip>
        </div>
      )}
    </FieldFrame>
  )
}
