import { Link, useNavigate } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { type AuthMode, closeAuth, openAuth } from '../../shared/session/auth-dialog-store.ts'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { portfolioText } from '../../text/market/portfolio.ts'

const words = portfolioText.access

/**
 * Visitors see this in place of the dashboard, with the login dialog open; closing the dialog leads home (DASH-01,
 * DASH-05). The dialog covers the page, so the dialog gives the reason and the way home.
 */
export function AccessPrompt() {
  const navigate = useNavigate()
  const open = useCallback(
    (mode: AuthMode) =>
      openAuth({
        mode,
        onClose: () => void navigate({ to: '/' }),
        reason: { text: words.text, leave: words.home },
      }),
    [navigate],
  )
  useEffect(() => {
    open('login')
    return closeAuth
  }, [open])
  return (
    <div className="mx-auto flex w-full max-w-130 flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <Lock size={28} aria-hidden className="text-text-3" />
      <h1 className="text-20 font-semibold">{words.title}</h1>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" onClick={() => open('login')} className={PRIMARY_BUTTON}>
          {words.logIn}
        </button>
        <button type="button" onClick={() => open('register')} className={`${BUTTON} h-10 px-4 text-14`}>
          {words.register}
        </button>
        <Link to="/" className={`${BUTTON} h-10 px-4 text-14`}>
          {words.home}
        </Link>
      </div>
    </div>
  )
}
