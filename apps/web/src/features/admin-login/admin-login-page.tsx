import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { adminSession } from '../../shared/session/session.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import { adminText } from '../../text/admin/admin.ts'
import { AdminLoginForm } from './admin-login-form.tsx'

const words = adminText.login

/** `/admin/login`; leads to the dashboard, or back to the page on which the session ended (ALOGIN-01, ALOGIN-02). */
export function AdminLoginPage() {
  useTitle(words.title)
  const navigate = useNavigate()
  const { adminPage } = useLocation().state
  return (
    <div className="mx-auto flex w-full max-w-108 flex-1 flex-col gap-6 px-4 pt-8 pb-8 sm:pt-16">
      <header className="flex flex-col gap-2">
        <h1 className="text-28 font-semibold">{words.title}</h1>
        <p className="text-text-2">{words.lead}</p>
      </header>
      <div className="rounded-panel border border-line bg-panel p-4 sm:p-6">
        <AdminLoginForm
          finish={(login) => {
            adminSession.signIn(login)
            void navigate({ to: adminPage ?? '/admin/dashboard', replace: true })
          }}
        />
      </div>
      <div className="flex flex-col gap-4">
        <p className="text-12 text-text-3">{words.forgotten}</p>
        <Link
          to="/"
          className="inline-flex items-center gap-2 self-start rounded-control text-14 font-medium text-accent underline-offset-2 hover:underline"
        >
          <ArrowLeft size={16} aria-hidden />
          {words.back}
        </Link>
      </div>
    </div>
  )
}
