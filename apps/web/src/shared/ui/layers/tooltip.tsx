import { Tooltip as Layer } from 'radix-ui'
import type { ReactElement } from 'react'

/**
 * Explains an element under the pointer or the focus. `children`: an element that can have the focus (a button, or a
 * word with `tabIndex={0}`). Text that everybody must read belongs on the page instead.
 */
export function Tooltip(props: { readonly text: string; readonly children: ReactElement }) {
  return (
    <Layer.Provider delayDuration={400} skipDelayDuration={100}>
      <Layer.Root>
        <Layer.Trigger asChild>{props.children}</Layer.Trigger>
        <Layer.Portal>
          <Layer.Content
            sideOffset={6}
            collisionPadding={12}
            className="layer-in z-(--z-alert) max-w-72 rounded-control border border-line bg-raised px-2.5 py-1.5 text-12 text-text-1 shadow-floating"
          >
            {props.text}
          </Layer.Content>
        </Layer.Portal>
      </Layer.Root>
    </Layer.Provider>
  )
}
