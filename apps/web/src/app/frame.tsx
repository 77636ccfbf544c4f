import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Mark } from '../shared/ui/mark.tsx'
import { tr } from '../text/tr.ts'
import { ThemeSwitch } from './theme-switch.tsx'

// Apart, because it brings the schemas: the first paint does not wait for them.
const SourceBanner = lazy(async () => ({ default: (await import('./source-banner.tsx')).SourceBanner }))

const NAV_LINK =
  'rounded-control px-2.5 py-1.5 text-14 font-medium text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:py-2.5'
const NAV_HERE = 'bg-raised text-text-1'

/** What every page of the site stands in: source banner, navigation, page, risk notice. */
export function Frame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only bg-panel focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-(--z-layer) focus:rounded-control focus:px-3 focus:py-2"
      >
        {tr.skip}
      </a>
      <Suspense fallback={null}>
        <SourceBanner />
      </Suspense>
      <header className="border-b border-line bg-panel">
        <div className="flex h-12 items-center gap-3 px-4 sm:h-13 sm:gap-4 sm:px-5">
          <Link to="/opportunities" aria-label={tr.nav.home} className="flex items-center gap-2 rounded-control">
            <Mark />
            <span className="text-16 font-semibold">{tr.brand}</span>
          </Link>
          <span
            className="rounded-control border border-line px-1.5 text-12 font-medium text-text-2"
            title={tr.betaHint}
          >
            {tr.beta}
          </span>
          <nav aria-label={tr.nav.label} className="ml-1 flex items-center gap-1 sm:ml-2">
            <Link to="/opportunities" className={NAV_LINK} activeProps={{ className: NAV_HERE }}>
              {tr.nav.opportunities}
            </Link>
            <Link to="/status" className={NAV_LINK} activeProps={{ className: NAV_HERE }}>
              {tr.nav.status}
            </Link>
          </nav>
          <div className="ml-auto">
            <ThemeSwitch />
          </div>
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
