import { DeleteUserBody, PATHS } from '@makas/contract'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { failureCode, isUnreachable } from '../../shared/api/failure.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { FormFailure } from '../../shared/forms/form-failure.tsx'
import { problemsIn } from '../../shared/forms/problems.ts'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { ProofFields } from '../../shared/second-factor/proof-fields.tsx'
import { forgetDrafts } from '../../shared/session/drafts.ts'
import { userSession } from '../../shared/session/session.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { askConfirm, sayAlert } from '../../shared/ui/layers/alert.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { accountText } from '../../text/account/account.ts'

const words = accountText.remove

/** Deletes the account for good, after the password (and the code of a second factor) was entered again. */
export function RemovePanel({ hasCode }: { readonly hasCode: boolean }) {
  const navigate = useNavigate()
  /** An earlier attempt got no answer: the account may be deleted already. */
  const isUnheard = useRef(false)
  const bodyOf = ({ password, totp }: { readonly password: string; readonly totp: string }) => ({
    password,
    ...(hasCode ? { totp } : {}),
  })
  // Leaves this page first: it would ask for a login above the message.
  const leave = async (sentence: string) => {
    await navigate({ to: '/' })
    userSession.forget()
    forgetDrafts()
    await sayAlert(sentence)
  }
  const form = useSendForm({
    names: ['password', 'totp'],
    check: (values) => problemsIn(DeleteUserBody, bodyOf(values)),
    send: async (values) => {
      if (!(await askConfirm(words.ask, { confirm: words.verb, isDestructive: true }))) return false
      try {
        await ask({ method: 'DELETE', path: PATHS.account, body: bodyOf(values), answer: NO_CONTENT, as: 'user' })
      } catch (error) {
        const isGone = isUnheard.current && failureCode(error) === 'unauthorized'
        isUnheard.current = isUnreachable(error)
        if (!isGone) throw error
        await leave(words.doneUnheard)
        return false
      }
      await leave(words.done)
      return true
    },
    fieldOf: {
      'proof-wrong': { name: 'password', sentence: words.wrong },
      'totp-wrong': { name: 'totp', sentence: words.wrong },
    },
  })
  return (
    <Panel title={words.title} className="border-bad/50">
      <form noValidate aria-label={words.form} onSubmit={form.submit} className="flex max-w-130 flex-col gap-4 p-4">
        <p className="text-13 text-text-2">{words.lead}</p>
        <ProofFields words={words} field={form.field} hasCode={hasCode} />
        <FormFailure failure={form.failure} fallback={words.failed} />
        <div>
          <button
            type="submit"
            aria-disabled={form.isSending}
            className={`${BUTTON} h-10 border-bad/60 px-4 text-14 text-bad max-sm:w-full`}
          >
            {form.isSending ? words.sending : words.send}
          </button>
        </div>
      </form>
    </Panel>
  )
}
