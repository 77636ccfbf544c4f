import type { ErrorCode } from '@makas/contract'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type FieldError, useForm } from 'react-hook-form'
import { ApiFailure, type FailureReason, failureCode, failureFields } from '../api/failure.ts'
import { steadyNow } from '../time/steady.ts'
import type { Problems } from './problems.ts'

type Options<N extends string> = {
  /** The fields from top to bottom. */
  readonly names: readonly N[]
  readonly check: (values: Readonly<Record<N, string>>) => Problems<string>
  /** Whether it was done: what was typed is then forgotten. Throws `ApiFailure` where it could not be. */
  readonly send: (values: Readonly<Record<N, string>>) => Promise<boolean>
  /** Refusals that are about one field, though the server names none. */
  readonly fieldOf?: Readonly<Partial<Record<ErrorCode, { readonly name: N; readonly sentence: string }>>>
}

/** Why nothing was done, where no field is to blame. */
export type SendFailure = {
  readonly reason: FailureReason
  /** By the steady clock; null where there is nothing to wait for. */
  readonly againAt: number | null
  /** Which attempt it was: the same failure again is news to a screen reader too. */
  readonly attempt: number
}

/**
 * A form that is checked when it is sent, and from then on as it is mended; that keeps what was typed whatever happens; and
 * that puts each refusal beside its field, with the focus in the first one.
 */
export function useSendForm<N extends string>({ names, check, send, fieldOf = {} }: Options<N>) {
  const [failure, setFailure] = useState<SendFailure | null>(null)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const attempts = useRef(0)
  const { register, handleSubmit, setError, setFocus, reset, watch, formState } = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(names.map((name) => [name, ''])),
    resolver: (values) => {
      const errors: Record<string, FieldError> = {}
      for (const [name, message] of Object.entries(check(typed(values)))) {
        if (message !== undefined) errors[name] = { type: 'wrong', message }
      }
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors }
    },
  })

  const typed = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<N, string>

  /** Whether it was about fields of this form. */
  function showBesideFields(error: ApiFailure): boolean {
    const fields = failureFields(error)
    const code = failureCode(error)
    const about = code === null ? undefined : fieldOf[code]
    const blamed = names.flatMap((name) => {
      const message = about?.name === name ? about.sentence : fields[name]
      return message === undefined ? [] : [{ name, message }]
    })
    for (const { name, message } of blamed) setError(name, { type: 'refused', message })
    const [first] = blamed
    if (first !== undefined) setFocus(first.name)
    return first !== undefined
  }

  async function sendOnce(values: Record<string, string>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    attempts.current += 1
    try {
      if (await send(typed(values))) reset()
      setFailure(null)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const { reason } = error
      setFailure(showBesideFields(error) ? null : { reason, againAt: againAt(reason), attempt: attempts.current })
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }

  return {
    /** What the input of that name is given; `twin`: a field that is judged by this one too. */
    field: (name: N, twin?: N) => ({
      ...register(name, twin === undefined ? {} : { deps: twin }),
      error: formState.errors[name]?.message,
    }),
    /** What stands in it now. */
    typedIn: (name: N) => watch(name) ?? '',
    submit: (event: BaseSyntheticEvent) => void handleSubmit(sendOnce)(event),
    isSending,
    failure,
  }
}

function againAt(reason: FailureReason): number | null {
  const waitS = reason.kind === 'refused' ? reason.retryAfterS : null
  return waitS === null ? null : steadyNow() + waitS * 1_000
}
