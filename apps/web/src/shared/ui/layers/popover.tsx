import { Popover as Layer } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { moveByArrows } from './arrow-keys.ts'

/** A small layer at a button; `trigger` is one button, `label` names the layer. */
export function Popover(props: {
  readonly trigger: ReactElement
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string
  /** The arrow keys move through its fields and buttons. */
  readonly isMenu?: boolean
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly children: ReactNode
}) {
  return (
    <Layer.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Layer.Trigger asChild>{props.trigger}</Layer.Trigger>
      <Layer.Portal>
        <Layer.Content
          aria-label={props.label}
          align={props.align ?? 'end'}
          sideOffset={6}
          collisionPadding={12}
          onKeyDown={(event) => props.isMenu && moveByArrows(event, event.currentTarget)}
          className={`layer-in z-(--z-layer) max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-24px)] overflow-y-auto rounded-panel border border-line bg-panel p-3 shadow-floating outline-none ${props.className ?? ''}`}
        >
          {props.children}
        </Layer.Content>
      </Layer.Portal>
    </Layer.Root>
  )
}
