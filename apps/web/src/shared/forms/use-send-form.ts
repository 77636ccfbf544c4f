import type { ErrorCode } from '@makas/contract'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type FieldError, useForm } from 'react-hook-form'
import { ApiFailure, type FailureReason, failureCode, failureFields } from '../api/failure.ts'
import { steadyNow } from '../time/steady.ts'
import { type RawValues, rawStart, readRaw, type Start, type Values } from './form-values.ts'
import type { Problems } from './problems.ts'

type Options<N extends string, S> = {
  /** The fields from top to bottom. */
  readonly names: readonly N[]
  /**
   * Initial values of fields that do not start as empty text: `{ plan: user.plan, isPremium: true, amount: 100, limit:
   * null }`.
   */
  readonly start?: S
  readonly check: (values: Values<N, S>) => Problems<string>
  /**
   * Sends the form; true once done, which empties the form. Throws `ApiFailure` on failure. `instead`: values that
   * replace values of the fields in this sending only; `values` has them already.
   */
  readonly send: (values: Values<N, S>, instead: Partial<Values<N, S>>) => Promise<boolean>
  /** Error codes that concern one field, though the server names none. */
  readonly fieldOf?: Readonly<Partial<Record<ErrorCode, { readonly name: N; readonly sentence: string }>>>
}

/** Why sending failed, if the reason concerns no field. */
export type SendFailure = {
  readonly reason: FailureReason
  /** Steady time of the next allowed attempt, ms; null where there is no wait. */
  readonly againAt: number | null
  /** Number of the attempt: a repeated failure is read out again. */
  readonly attempt: number
}

/**
 * A form that is checked when it is sent, and from then on at each change. Keeps the typed text whatever happens. Shows
 * each refusal beside its field, and focuses the first wrong field.
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
  const { register, handleSubmit, setError, setFocus, setValue, reset, watch, formState } = useForm<RawValues>({
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

  const typed = (raw: RawValues) => readRaw(names, starts, raw).values as Values<N, S>

  /** Shows a refusal beside the fields of this form; false if it concerns none of them. */
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

  async function sendOnce(raw: RawValues, instead: Partial<Values<N, S>>): Promise<void> {
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
    /** Props of the input `name`; `twin`: another field that is checked together with this field. */
    field: (name: N, twin?: N) => ({
      ...register(name, twin === undefined ? {} : { deps: twin }),
      error: formState.errors[name]?.message,
    }),
    /** Current value of the field. */
    typedIn: <K extends N>(name: K): Values<N, S>[K] => typed({ [name]: watch(name) ?? '' })[name],
    /** Sets a field, such as to a canned reply or a preset. */
    put: <K extends N>(name: K, value: Values<N, S>[K]) => {
      const next = rawStart([name], { [name]: value })[name] ?? ''
      setValue<string>(name, next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    },
    /** Whether the form has changes that would be lost. */
    isChanged: formState.isDirty,
    /** `instead`: values that a second button sends in place of the fields' values; the fields keep their values. */
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
