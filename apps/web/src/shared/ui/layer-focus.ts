import { useRef } from 'react'

/**
 * The focus of a layer: in when it opens, to `first` or to the layer itself, and back where it came from when it closes; to the
 * page where that is gone. For the content of a Radix dialog, which keeps it inside meanwhile.
 */
export function useLayerFocus(first?: (panel: HTMLElement) => HTMLElement | null) {
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef(document.activeElement)
  return {
    ref: panel,
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      if (panel.current !== null) (first?.(panel.current) ?? panel.current).focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const back = opener.current
      const isThere = back instanceof HTMLElement && back.isConnected && back !== document.body
      ;(isThere ? back : document.getElementById('content'))?.focus()
    },
  }
}
