import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { closeWizard } from '../../shared/keys/wizard-dialog-store.ts'
import { closeAuth, useAuthDialog } from '../../shared/session/auth-dialog-store.ts'
import { userSession } from '../../shared/session/session.ts'
import { startTour } from '../../shared/tour/tour-flag.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { tr } from '../../text/frame/tr.ts'

const AuthModal = lazyLayer(tr.nav.logIn, async () => (await import('../../features/auth/auth-modal.tsx')).AuthModal)

/** Draws the login and registration dialog while it is open; its code is loaded with the first opening. */
export function AuthHost() {
  const opened = useAuthDialog()
  const navigate = useNavigate()
  const onClose = opened?.onClose
  const close = useCallback(() => {
    closeAuth()
    onClose?.()
  }, [onClose])
  if (opened === null) return null
  return (
    <AuthModal
      mode={opened.mode}
      reason={opened.reason}
      close={close}
      report={({ mode, login }, isLeft) => {
        userSession.signIn(login)
        closeAuth()
        if (mode !== 'register') return
        // The tour begins on another page, and only one dialog is open at a time.
        closeWizard()
        startTour()
        if (!isLeft) void navigate({ to: '/' })
      }}
    />
  )
}
