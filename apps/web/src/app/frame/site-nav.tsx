import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, Menu, UserRound, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Mark } from '../../shared/ui/mark.tsx'
import { tr } from '../../text/frame/tr.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const LINK =
  'rounded-control px-2.5 py-1.5 text-14 font-medium text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:py-2.5'
const HERE = { className: 'bg-raised text-text-1' }
const EXACT = { exact: true, includeHash: true } as const

/** Site name, pages, theme and the logged-in user (LAND-01); below 1280 px the pages fold behind a button. */
export function SiteNav() {
  const [isOpen, setOpen] = useState(false)
  const { pathname, hash } = useLocation()
  const who = useUser()?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or person closes the folded pages
  useEffect(() => setOpen(false), [pathname, hash, who])
  useEffect(() => {
    if (!isOpen) return
    // A dialog that was opened from here closes first and returns the focus to its button.
    const closeOnEscape = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && setOpen(false)
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    <header className="border-b border-line bg-panel print:hidden">
      <div className="flex h-12 items-center gap-2 px-4 sm:h-13 sm:gap-3 sm:px-5">
        <Link to="/" aria-label={tr.nav.home} className="flex items-center gap-2 rounded-control">
          <Mark />
          <span className="text-16 font-semibold">{tr.brand}</span>
        </Link>
        <span className="rounded-control border border-line px-1.5 text-12 font-medium text-text-2">{tr.beta}</span>
        <nav aria-label={tr.nav.label} className="ml-1 hidden items-center gap-1 xl:flex">
          <Pages />
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          <ThemeSwitch />
          <div className="max-sm:hidden">
            <UserLine />
          </div>
          <button
            type="button"
            aria-label={isOpen ? tr.nav.closeMenu : tr.nav.openMenu}
            aria-expanded={isOpen}
            aria-controls="pages"
            onClick={() => setOpen(!isOpen)}
            className="grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 xl:hidden pointer-coarse:size-11"
          >
            {isOpen ? <X size={16} aria-hidden /> : <Menu size={16} aria-hidden />}
          </button>
        </div>
      </div>
      {isOpen && (
        <nav
          id="pages"
          aria-label={tr.nav.label}
          className="flex flex-col gap-1 border-t border-line px-4 py-3 xl:hidden"
        >
          <Pages />
          <div className="pt-2 sm:hidden">
            <UserLine />
          </div>
        </nav>
      )}
    </header>
  )
}

function Pages() {
  const user = useUser()
  return (
    <>
      <Link to="/" className={LINK} activeProps={HERE} activeOptions={EXACT}>
        {tr.nav.start}
      </Link>
      <Link to="/" hash="ozellikler" className={LINK} activeProps={HERE} activeOptions={EXACT}>
        {tr.nav.features}
      </Link>
      <Link to="/opportunities" className={LINK} activeProps={HERE}>
        {tr.nav.opportunities}
      </Link>
      <Link to="/dashboard" className={LINK} activeProps={HERE}>
        {tr.nav.dashboard}
      </Link>
      {user !== null && (
        <Link to="/api-management" className={LINK} activeProps={HERE}>
          {tr.nav.keys}
        </Link>
      )}
      <Link to="/help" className={LINK} activeProps={HERE}>
        {tr.nav.help}
      </Link>
      <Link to="/support" className={LINK} activeProps={HERE}>
        {tr.nav.support}
      </Link>
      <Link to="/status" className={LINK} activeProps={HERE}>
        {tr.nav.status}
      </Link>
    </>
  )
}

/** A user's name as the link to the account, with the logout button; for a visitor the button that opens the login. */
function UserLine() {
  const user = useUser()
  if (user === null) {
    return (
      <button
        type="button"
        onClick={() => openAuth({ mode: 'login' })}
        className={`${PRIMARY_BUTTON} h-8 px-3 text-13 max-sm:w-full`}
      >
        {tr.nav.logIn}
      </button>
    )
  }
  return (
    <div className="flex items-center gap-1.5 max-sm:justify-between">
      <Link to="/account" className={`${LINK} flex min-w-0 items-center gap-2 text-text-1`} activeProps={HERE}>
        <UserRound size={16} aria-hidden className="shrink-0 text-text-2" />
        <span className="max-w-40 truncate">{user.username}</span>
      </Link>
      <button type="button" onClick={() => void signOut('user')} className={BUTTON}>
        <LogOut size={16} aria-hidden />
        {tr.nav.logOut}
      </button>
    </div>
  )
}
