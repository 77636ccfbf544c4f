import { useCallback, useRef, useState } from 'react'

/** What had the focus when a layer opened and, where that was in a layer itself, who had opened that layer. */
type Opener = { readonly element: Element | null; readonly before: Opener | undefined }

const openers = new WeakMap<Element, Opener>()
/** The opener of a layer that has just gone, until it has the focus again. */
let awaited: Opener | undefined

function openerNow(): Opener {
  const element = document.activeElement
  const layer = element?.closest('[role="dialog"], [role="alertdialog"]')
  const isLost = element === null || element === document.body
  return { element, before: isLost ? awaited : layer ? openers.get(layer) : undefined }
}

/** The nearest opener that is still on the page. */
function backTo(last: Opener | undefined): HTMLElement | null {
  for (let opener = last; opener !== undefined; opener = opener.before) {
    const { element } = opener
    if (element instanceof HTMLElement && element.isConnected && element !== document.body) return element
  }
  return null
}

/**
 * The focus of a layer: moves to `first` or to the layer itself when it opens, and back when it closes, also where the
 * layer took the place of another; to `instead` or to the page where all openers are gone. For the content of a Radix
 * dialog, which traps it meanwhile.
 */
export function useLayerFocus(first?: (panel: HTMLElement) => HTMLElement | null, instead?: () => HTMLElement | null) {
  const panel = useRef<HTMLDivElement>(null)
  const [opener] = useState(openerNow)
  const ref = useCallback(
    (element: HTMLDivElement) => {
      panel.current = element
      openers.set(element, opener)
      return () => {
        panel.current = null
        awaited = opener
      }
    },
    [opener],
  )
  return {
    ref,
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      if (panel.current !== null) (first?.(panel.current) ?? panel.current).focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      ;(backTo(opener) ?? instead?.() ?? document.getElementById('content'))?.focus()
      if (awaited === opener) awaited = undefined
    },
  }
}
