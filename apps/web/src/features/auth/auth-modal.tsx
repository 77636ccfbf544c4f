import type { UserLogin } from '@makas/contract'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AuthMode, OpenedAuth } from '../../shared/session/auth-dialog-store.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { useLayerFocus } from '../../shared/ui/layers/layer-focus.ts'
import { authText as words } from '../../text/account/auth.ts'
import { AccountBrings } from './account-brings.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

/** How long the success notice is shown before `report` is called, ms (STATE-02, STATE-03). */
const SHOWN_MS = { login: 1_500, register: 2_000 } as const

/** A login or a registration that succeeded. */
type AuthResult = { readonly mode: AuthMode; readonly login: UserLogin }

/**
 * Login and registration in one dialog (AUTHUI-01). `report` gets the login once: after the success notice, or earlier
 * when a person closes the dialog or leaves the page (`isLeft`). `close` is called when a person closes the dialog
 * without a login.
 */
export function AuthModal(props: {
  readonly mode: AuthMode
  readonly reason?: OpenedAuth['reason']
  readonly report: (done: AuthResult, isLeft: boolean) => void
  readonly close: () => void
}) {
  const [mode, setMode] = useState(props.mode)
  const [done, setDone] = useState<AuthResult | null>(null)
  const focus = useLayerFocus((panel) => panel.querySelector('form input'))
  const { report, close } = props
  /** The login that is not reported yet. */
  const pending = useRef<AuthResult | null>(null)
  const take = () => {
    const login = pending.current
    pending.current = null
    return login
  }
  const end = () => {
    const login = take()
    if (login === null) close()
    else report(login, false)
  }
  const tell = useEffectEvent((isLeft: boolean) => {
    const login = take()
    if (login !== null) report(login, isLeft)
  })
  const finish = (login: UserLogin) => {
    pending.current = { mode, login }
    setDone(pending.current)
  }
  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => tell(false), SHOWN_MS[done.mode])
    const leave = () => tell(true)
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [done])
  const Form = mode === 'login' ? LoginForm : RegisterForm
  return (
    <Dialog.Root open onOpenChange={(open) => !open && end()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          {...focus}
          data-testid="auth-modal"
          aria-describedby={undefined}
          className="layer-in fixed inset-0 z-(--z-layer) m-auto flex h-fit max-h-[calc(100dvh-32px)] w-[min(940px,calc(100vw-32px))] overflow-hidden rounded-panel border border-line bg-panel shadow-floating outline-none max-lg:w-[min(624px,calc(100vw-32px))] max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0"
        >
          <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
            <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 pr-16 sm:pl-8 lg:pr-8">
              <Dialog.Title className="text-20 font-semibold">{words.titles[mode]}</Dialog.Title>
              <ModeSwitch mode={mode} choose={setMode} isDone={done !== null} />
            </header>
            {props.reason !== undefined && done === null && (
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 text-13 text-text-2 sm:px-8">
                <span className="min-w-0 flex-1 basis-60">{props.reason.text}</span>
                <button type="button" onClick={close} className={`${BUTTON} h-8 px-3 pointer-coarse:h-11`}>
                  {props.reason.leave}
                </button>
              </p>
            )}
            {/* Each mode has its own form, so a change of mode drops typed texts and messages (AUTHUI-01). */}
            <Form key={mode} done={done === null ? null : words.done[done.mode]} finish={finish} />
          </div>
          <AccountBrings />
          <Dialog.Close
            aria-label={words.close}
            className="absolute top-3.5 right-4 grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:top-2 pointer-coarse:right-2 pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ModeSwitch(props: {
  readonly mode: AuthMode
  readonly choose: (mode: AuthMode) => void
  readonly isDone: boolean
}) {
  return (
    <fieldset className="ml-auto flex rounded-control border border-line p-0.5">
      <legend className="sr-only">{words.switch}</legend>
      {(['login', 'register'] as const).map((mode) => (
        <button
          key={mode}
          type="button"
          aria-pressed={props.mode === mode}
          disabled={props.isDone}
          onClick={() => props.choose(mode)}
          className="h-7 rounded-control px-6 text-13 font-medium text-text-2 hover:text-text-1 aria-pressed:bg-raised aria-pressed:text-text-1 pointer-coarse:h-11"
        >
          {words[mode]}
        </button>
      ))}
    </fieldset>
  )
}
