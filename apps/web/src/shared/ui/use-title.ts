import { useEffect } from 'react'
import { tr } from '../../text/frame/tr.ts'

/** The document's title while the page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${tr.brand}`
  }, [title])
}
