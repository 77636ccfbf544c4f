import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to the heading of a page that was gone to, so that a screen reader says where one is. */
export function usePageChange(): void {
  const router = useRouter()
  useEffect(() => {
    const heading = new MutationObserver(() => {
      // Whoever has gone on meanwhile is not called back.
      if (document.activeElement?.id !== 'content' || focusHeading()) heading.disconnect()
    })
    const leave = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      heading.disconnect()
      // The first page is read from its top; a part of the page that was asked for has the focus' place already.
      if (!pathChanged || fromLocation === undefined || toLocation.hash !== '') return
      const content = document.getElementById('content')
      if (content === null || document.querySelector('main h1')?.contains(document.activeElement)) return
      // Whatever the page itself has put the focus on stays there.
      if (document.activeElement?.closest('[role=dialog]')) return
      if (focusHeading()) return
      // The page's code or data is still on its way: until its heading comes, the page has the focus.
      content.focus({ preventScroll: true })
      heading.observe(content, { childList: true, subtree: true })
    })
    return () => {
      heading.disconnect()
      leave()
    }
  }, [router])
}

/** Whether there is one. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
