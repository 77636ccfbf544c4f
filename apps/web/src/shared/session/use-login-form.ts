import { LoginBody } from '@makas/contract'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ask } from '../api/ask.ts'
import { failureCode } from '../api/failure.ts'
import { type Problems, problemsIn } from '../forms/problems.ts'
import { useSendForm } from '../forms/use-send-form.ts'
import { type Audience, authPathOf } from './session.ts'

/** The fields of a login from top to bottom. */
export const LOGIN_NAMES = ['email', 'password', 'totp'] as const

type LoginValues = Readonly<Record<(typeof LOGIN_NAMES)[number], string>>

type Options<S extends z.ZodType> = {
  readonly audience: Audience
  readonly answer: S
  readonly finish: (login: z.infer<S>) => void
  /** Checks the typed values with other sentences than the schema's. */
  readonly check?: (values: LoginValues) => Problems<string>
  /** Error beside a wrong code; without this text a wrong code is refused like a wrong password. */
  readonly wrongCode?: string
}

/**
 * The login form of users and admins: email, password, and the second factor's code once the server asks for a code
 * (product-decisions.md 20). `codeBox`: the element around the code's field, which gets the focus when it appears.
 */
export function useLoginForm<S extends z.ZodType>({ audience, answer, finish, check, wrongCode }: Options<S>) {
  const [isCodeAsked, setCodeAsked] = useState(false)
  const codeBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCodeAsked) codeBox.current?.querySelector('input')?.focus()
  }, [isCodeAsked])
  const bodyOf = ({ email, password, totp }: LoginValues) => ({
    email,
    password,
    ...(isCodeAsked ? { totp } : {}),
  })
  const form = useSendForm({
    names: LOGIN_NAMES,
    check: (values) => ({ ...problemsIn(LoginBody, bodyOf(values)), ...check?.(values) }),
    send: async (values) => {
      try {
        const path = `${authPathOf(audience)}/login`
        const { value } = await ask({ method: 'POST', path, body: bodyOf(values), answer, as: 'visitor' })
        finish(value)
        return true
      } catch (error) {
        if (failureCode(error) !== 'totp-required') throw error
        setCodeAsked(true)
        return false
      }
    },
    ...(wrongCode === undefined ? {} : { fieldOf: { 'totp-wrong': { name: 'totp', sentence: wrongCode } } }),
  })
  return { ...form, isCodeAsked, codeBox }
}
