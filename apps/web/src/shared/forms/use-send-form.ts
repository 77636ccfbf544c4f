import type { ErrorCode } from '@makas/contract'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type FieldError, useForm } from 'react-hook-form'
import { ApiFailure, type FailureReason, failureCode, failureFields } from '../api/failure.ts'
import { steadyNow } from '../time/steady.ts'
import { type Raw, rawStart, readRaw, type Start, type Values } from './form-values.ts'
import type { Problems } from './problems.ts'

type Options<N extends string, S> = {
  /** The fields from top to bottom. */
  readonly names: readonly N[]
  /** What fields start with that do not start as empty text: `{ plan: user.plan, isPremium: true, amount: 100, limit: null }`. */
  readonly start?: S
  readonly check: (values: Values<N, S>) => Problems<string>
  /**
   * Whether it was done: what was typed is then forgotten. Throws `ApiFailure` where it could not be. `instead` is what this one
   * sending has other than the fields, and is among the values already.
   */
  readonly send: (values: Values<N, S>, instead: Partial<Values<N, S>>) => Promise<boolean>
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
export function useSendForm<
  const N extends string,
  S extends { readonly [K in N]?: Start } = Readonly<Record<never, Start>>,
>({ names, start, check, send, fieldOf = {} }: Options<N, S>) {
  const [failure, setFailure] = useState<SendFailure | null>(null)
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const attempts = useRef(0)
  const starts: Readonly<Record<string, Start | undefined>> = start ?? {}
  const { register, handleSubmit, setError, setFocus, setValue, reset, watch, formState } = useForm<Raw>({
    defaultValues: rawStart(names, starts),
    resolver: (raw) => {
      const { unreadable } = readRaw(names, starts, raw)
      const errors: Record<string, FieldError> = {}
      for (const [name, message] of Object.entries({ ...check(typed(raw)), ...unreadable })) {
        if (message !== undefined) errors[name] = { type: 'wrong', message }
      }
      return Object.keys(errors).length === 0 ? { values: raw, errors: {} } : { values: {}, errors }
    },
  })

  const typed = (raw: Raw) => readRaw(names, starts, raw).values as Values<N, S>

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

  async function sendOnce(raw: Raw, instead: Partial<Values<N, S>>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    attempts.current += 1
    try {
      if (await send({ ...typed(raw), ...instead }, instead)) reset(rawStart(names, starts))
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
    typedIn: <K extends N>(name: K): Values<N, S>[K] => typed({ [name]: watch(name) ?? '' })[name],
    /** Puts something else into a field, such as a chosen answer or a preset. */
    put: <K extends N>(name: K, value: Values<N, S>[K]) => {
      const next = rawStart([name], { [name]: value })[name] ?? ''
      setValue<string>(name, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    },
    /** Whether something stands in it that would be lost. */
    isChanged: formState.isDirty,
    /** `instead`: what a second button sends, while the field keeps what was chosen in it for the next sending. */
    submit: (event: BaseSyntheticEvent, instead: Partial<Values<N, S>> = {}) =>
      void handleSubmit((raw) => sendOnce(raw, instead))(event),
    isSending,
    failure,
  }
}

function againAt(reason: FailureReason): number | null {
  const waitS = reason.kind === 'refused' ? reason.retryAfterS : null
  return waitS === null ? null : steadyNow() + waitS * 1_000
}
