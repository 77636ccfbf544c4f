import { useRef } from 'react'

/**
 * The focus of a layer: moves to `first` or to the layer itself when it opens, and back when it closes; to the page
 * where the opener is gone. For the content of a Radix dialog, which traps it meanwhile.
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
