import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { BookOpen, ExternalLink, Inbox, LayoutDashboard, LogOut, Menu, Settings, Users, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { adminMeQuery, adminStatsQuery } from '../../shared/api/admin-queries.ts'
import { initialsOf } from '../../shared/format/initials.ts'
import { whole } from '../../shared/format/numbers.ts'
import { adminSession, type StoredAdmin, useAdmin } from '../../shared/session/session.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { forgetAnswerDrafts } from '../../shared/tickets/answer-drafts.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { Mark } from '../../shared/ui/mark.tsx'
import { adminText as words } from '../../text/admin/admin.ts'
import { tr } from '../../text/frame/tr.ts'
import { LoginAgain } from '../dialogs/login-again.tsx'
import { usePageChange } from '../use-page-change.ts'
import { SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const FirstFactor = lazyLayer(words.panel, async () => (await import('../dialogs/first-factor.tsx')).FirstFactor)
const SourceBanner = lazyLayer(tr.banner.label, async () => (await import('./source-banner.tsx')).SourceBanner)

const ICON_BUTTON =
  'grid size-8 shrink-0 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:size-11'
const LINK =
  'relative flex h-9 items-center gap-3 rounded-control px-2.5 text-14 font-medium text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:h-11'
const HERE = {
  className: 'bg-raised text-text-1 before:absolute before:inset-y-1 before:-left-2 before:w-0.5 before:bg-accent',
}

const PAGES = [
  { to: '/admin/dashboard', name: words.pages.dashboard, Icon: LayoutDashboard },
  { to: '/admin/users', name: words.pages.users, Icon: Users },
  { to: '/admin/tickets', name: words.pages.tickets, Icon: Inbox },
  { to: '/admin/help', name: words.pages.help, Icon: BookOpen },
  { to: '/admin/settings', name: words.pages.settings, Icon: Settings },
] as const

/** The frame of every admin page: navigation at the side (a drawer below 1024 px) and the logged-in admin. */
export function AdminFrame() {
  usePageChange()
  const now = useAdmin()
  // An admin whose session ends while typing logs in again above the page; the page and its text stay.
  const [last, setLast] = useState(now)
  if (now !== null && now !== last) setLast(now)
  // The stored admin may be out of date: the server says who is logged in and whether a second factor must be set up.
  const { data: me } = useQuery({ ...adminMeQuery, enabled: now !== null })
  useEffect(() => {
    if (me !== undefined) adminSession.update(me)
  }, [me])
  const id = now?.id ?? null
  useEffect(() => {
    if (id !== null) forgetAnswerDrafts({ but: id })
  }, [id])
  // Recovery codes are shown once: a server answer that comes meanwhile must not remove them.
  const [areCodesShown, setCodesShown] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const router = useRouter()
  // A page with unsaved text may refuse to be left: the session ends once the way to the login is free.
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ toLocation }) => {
        if (toLocation.state.isLogout !== true) return
        setLeaving(true)
        forgetAnswerDrafts({ but: null })
        void signOut('admin')
      }),
    [router],
  )
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/admin/login', state: { isLogout: true }, replace: true })
  const admin = now ?? last
  if (admin === null || isLeaving) return null
  const isHeld = admin.must_set_up_totp || areCodesShown
  return (
    <div className="flex min-h-dvh max-lg:flex-col">
      <SkipLink />
      <aside
        aria-label={words.panel}
        className="sticky top-0 hidden h-dvh w-58 shrink-0 flex-col border-r border-line bg-panel lg:flex print:hidden"
      >
        <Side admin={admin} isHeld={isHeld} leave={leave} />
      </aside>
      <Drawer admin={admin} isHeld={isHeld} leave={leave} />
      <div className="flex min-w-0 flex-1 flex-col">
        <SourceBanner />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {isHeld ? <FirstFactor admin={admin} codesShown={setCodesShown} /> : <Outlet />}
        </main>
      </div>
      {now === null && <LoginAgain leave={leave} />}
    </div>
  )
}

type AdminProps = { readonly admin: StoredAdmin; readonly leave: () => void }
/** `isHeld`: no page opens before a second factor is set up. */
type SideProps = AdminProps & { readonly isHeld: boolean }

/** The bar of a small screen with the button that opens the drawer of pages. */
function Drawer({ admin, isHeld, leave }: SideProps) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => setOpen(false), [pathname])
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <header className="flex h-12 items-center gap-2 border-b border-line bg-panel px-4 sm:px-5 lg:hidden print:hidden">
        <Brand />
        <div className="ml-auto flex items-center gap-1.5">
          <ThemeSwitch />
          <Dialog.Trigger aria-label={words.openMenu} className={ICON_BUTTON}>
            <Menu size={16} aria-hidden />
          </Dialog.Trigger>
        </div>
      </header>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          // A link to the page that is already here changes no address.
          onClick={({ target }) => target instanceof Element && target.closest('a') !== null && setOpen(false)}
          className="fixed inset-y-0 left-0 z-(--z-layer) flex w-72 max-w-[85vw] flex-col border-r border-line bg-panel shadow-floating"
        >
          <Dialog.Title className="sr-only">{words.nav}</Dialog.Title>
          <Dialog.Close aria-label={words.closeMenu} className={`${ICON_BUTTON} absolute top-2 right-2`}>
            <X size={16} aria-hidden />
          </Dialog.Close>
          <Side admin={admin} isHeld={isHeld} leave={leave} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Brand() {
  return (
    <Link to="/admin/dashboard" className="flex items-center gap-2 rounded-control">
      <Mark />
      <span className="text-16 font-semibold">{tr.brand}</span>
      <span className="ml-0.5 rounded-control border border-line px-1.5 text-12 font-medium text-text-2">
        {words.panel}
      </span>
    </Link>
  )
}

function Side({ admin, isHeld, leave }: SideProps) {
  return (
    <>
      <div className="flex h-13 shrink-0 items-center border-b border-line px-4">
        <Brand />
      </div>
      {isHeld ? <div className="flex-1" /> : <Pages />}
      <div className="flex flex-col gap-1 border-t border-line p-2">
        <a href="/" target="_blank" rel="noopener" className={LINK}>
          <ExternalLink size={16} aria-hidden className="shrink-0" />
          {words.site}
        </a>
        <AdminLine admin={admin} leave={leave} />
      </div>
    </>
  )
}

function Pages() {
  const open = useQuery(adminStatsQuery).data?.open_tickets ?? 0
  return (
    <nav aria-label={words.nav} className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-2">
      {PAGES.map(({ to, name, Icon }) => (
        <Link key={to} to={to} className={LINK} activeProps={HERE}>
          <Icon size={16} aria-hidden className="shrink-0" />
          {name}
          {to === '/admin/tickets' && open > 0 && (
            <span className="figures ml-auto rounded-full border border-line bg-raised px-2 text-12 text-text-2">
              <span aria-hidden>{whole(open)}</span>
              <span className="sr-only">{words.openTickets(whole(open))}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function AdminLine({ admin, leave }: AdminProps) {
  return (
    <div className="flex items-center gap-2.5 py-1.5 pl-2">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-raised text-12 font-semibold"
      >
        {initialsOf(admin.firstName, admin.lastName)}
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-13 font-medium text-text-1">
          {admin.firstName} {admin.lastName}
        </span>
        <span className="block text-12 text-text-3">{words.roles[admin.role]}</span>
      </span>
      <span className="max-lg:hidden">
        <ThemeSwitch />
      </span>
      <button type="button" aria-label={words.logOut} onClick={leave} className={ICON_BUTTON}>
        <LogOut size={16} aria-hidden />
      </button>
    </div>
  )
}
