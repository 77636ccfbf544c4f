import { useUser } from '../../shared/session/session.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { AuthHost } from '../dialogs/auth-host.tsx'
import { DialogHost } from '../dialogs/dialog-host.tsx'
import { TourHost } from '../dialogs/tour-host.tsx'
import { usePageChange } from '../use-page-change.ts'
import { PageOutlet } from './page-outlet.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteNav } from './site-nav.tsx'
import { SkipLink } from './skip-link.tsx'
import { SourceBanner } from './source-banner.tsx'

const OwnUser = lazyLayer(null, async () => (await import('../own-user.tsx')).OwnUser)

/** The frame of every page of the site: source banner, navigation, page, risk notice. */
export function Frame() {
  usePageChange()
  const isUser = useUser() !== null
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SourceBanner />
      <SiteNav />
      {/* Keeps a screen's height while it is empty, so that the footer does not move when the page comes. */}
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none empty:min-h-dvh">
        <PageOutlet>{isUser && <OwnUser />}</PageOutlet>
      </main>
      <SiteFooter />
      <AuthHost />
      <DialogHost />
      <TourHost />
    </div>
  )
}
