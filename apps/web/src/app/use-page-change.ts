import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to a page's heading after a navigation, so that a screen reader says which page it is. */
export function usePageChange(): void {
  const router = useRouter()
  useEffect(() => {
    const heading = new MutationObserver(() => {
      // Only while the content still has the focus: a person may have moved it on.
      if (document.activeElement?.id !== 'content' || focusHeading()) heading.disconnect()
    })
    const leave = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      heading.disconnect()
      // The first page is read from its top; an address with a hash moves the focus to its part of the page.
      if (!pathChanged || fromLocation === undefined || toLocation.hash !== '') return
      const content = document.getElementById('content')
      if (content === null || document.querySelector('main h1')?.contains(document.activeElement)) return
      // The page has opened a dialog: the focus stays in the dialog.
      if (document.activeElement?.closest('[role=dialog]')) return
      if (focusHeading()) return
      // The page's code or data is still loading: until its heading appears, the content has the focus.
      content.focus({ preventScroll: true })
      heading.observe(content, { childList: true, subtree: true })
    })
    return () => {
      heading.disconnect()
      leave()
    }
  }, [router])
}

/** Focuses the page's heading; false if there is none yet. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
