import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { Mark } from '../../shared/ui/mark.tsx'
import { adminText as words } from '../../text/admin/admin.ts'
import { tr } from '../../text/frame/tr.ts'
import { usePageChange } from '../use-page-change.ts'
import { SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const SourceBanner = lazyLayer(tr.banner.label, async () => (await import('./source-banner.tsx')).SourceBanner)

/** The frame of the pages before the admin panel: its login, the set-up of the first admin, and a new password. */
export function EntryFrame() {
  usePageChange()
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SourceBanner />
      <header className="flex h-13 items-center gap-2 border-b border-line bg-panel px-4 sm:px-5">
        <Link to="/" aria-label={tr.nav.home} className="flex items-center gap-2 rounded-control">
          <Mark />
          <span className="text-16 font-semibold">{tr.brand}</span>
        </Link>
        {pathname.startsWith('/admin') && (
          <span className="rounded-control border border-line px-1.5 text-12 font-medium text-text-2">
            {words.panel}
          </span>
        )}
        <div className="ml-auto">
          <ThemeSwitch />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <footer className="px-4 pt-3 pb-6 text-12 text-text-3 sm:px-5">
        <p className="max-w-200">{tr.footer.risk}</p>
      </footer>
    </div>
  )
}
