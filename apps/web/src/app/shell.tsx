import { useLocation } from '@tanstack/react-router'
import { Toasts } from '../shared/ui/toast.tsx'
import { AlertHost } from './alert-host.tsx'
import { Frame } from './frame.tsx'
import { PageOutlet } from './page-outlet.tsx'

/** The admin panel, and what leads into it, stand in frames of their own, which the visitors' pages do not load. */
const OWN_FRAME = /^\/(admin(\/|$)|reset$)/

/** The frame that a page stands in. */
export function Shell() {
  const { pathname } = useLocation()
  return (
    <>
      {OWN_FRAME.test(pathname) ? <PageOutlet /> : <Frame />}
      <AlertHost />
      <Toasts />
    </>
  )
}
