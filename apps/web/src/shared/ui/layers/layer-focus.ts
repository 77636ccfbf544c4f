import { useCallback, useRef, useState } from 'react'

/** What had the focus when a layer opened. `before`: the opener of the layer that this element is in, if any. */
type Opener = { readonly element: Element | null; readonly before: Opener | undefined }

const openers = new WeakMap<Element, Opener>()
/** The opener of a layer that has just gone, until the opener has the focus again. */
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
 * The focus of a layer, as props for the content of a Radix dialog, which traps the focus. When the layer opens,
 * focuses `first` or the layer. When it closes, focuses its opener, or the opener of the layer that it replaced; if all
 * openers are gone, `instead` or the page.
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
