import { useLocation } from '@tanstack/react-router'
import { Toasts } from '../../shared/ui/layers/toast.tsx'
import { AlertHost } from '../dialogs/alert-host.tsx'
import { Frame } from './frame.tsx'
import { PageOutlet } from './page-outlet.tsx'

/** Pages with a frame of their own (the panel, the pages that lead into it), which visitors' pages do not load. */
const OWN_FRAME = /^\/(admin(\/|$)|reset$)/

/** Draws the current page in its frame. */
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
