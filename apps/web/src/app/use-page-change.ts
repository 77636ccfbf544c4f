import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Moves the focus to the heading of a page that was gone to, so that a screen reader says where one is. */
export function usePageChange(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
        // The first page is read from its top; a part of the page that was asked for has the focus' place already.
        if (!pathChanged || fromLocation === undefined || toLocation.hash !== '') return
        const heading = document.querySelector<HTMLElement>('main h1')
        const target = heading ?? document.getElementById('content')
        if (target === null || target.contains(document.activeElement)) return
        // Whatever the page itself has put the focus on stays there.
        if (document.activeElement?.closest('[role=dialog]')) return
        if (heading !== null) heading.tabIndex = -1
        target.focus({ preventScroll: true })
      }),
    [router],
  )
}
