import type { ComponentProps } from 'react'
import { OneTimeField } from '../forms/one-time-field.tsx'
import { PasswordField } from '../forms/password-field.tsx'

type Props = {
  readonly words: { readonly password: string; readonly code: string }
  readonly field: (name: 'password' | 'totp') => Omit<ComponentProps<'input'>, 'type'>
  readonly hasCode: boolean
}

/** Fields of a form that asks again for the password and, if the account has a second factor, for a code. */
export function ProofFields({ words, field, hasCode }: Props) {
  return (
    <>
      <PasswordField label={words.password} autoComplete="current-password" required {...field('password')} />
      {hasCode && <OneTimeField label={words.code} {...field('totp')} />}
    </>
  )
}
