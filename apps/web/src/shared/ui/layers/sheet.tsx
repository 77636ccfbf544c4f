import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { useLayerFocus } from './layer-focus.ts'

const SIDES = {
  bottom: 'inset-x-0 bottom-0 max-h-[calc(100dvh-48px)] rounded-t-panel border-t',
  right: 'inset-y-0 right-0 w-[min(820px,100vw)] sm:border-l',
  left: 'inset-y-0 left-0 w-[min(300px,calc(100vw-56px))] border-r',
} as const

/**
 * A layer from an edge of the screen: filters on a phone from below, a ticket from the right, a menu from the left.
 * Traps and returns the focus like a dialog. Drawn only while it is open.
 */
export function Sheet(props: {
  readonly title: string
  readonly side: keyof typeof SIDES
  readonly onClose: () => void
  readonly children: ReactNode
  readonly description?: ReactNode
  readonly footer?: ReactNode
  readonly testId?: string
}) {
  const focus = useLayerFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          {...focus}
          data-testid={props.testId}
          aria-describedby={undefined}
          className={`layer-in fixed z-(--z-layer) flex flex-col overflow-hidden border-line bg-panel shadow-floating outline-none ${SIDES[props.side]}`}
        >
          <header className="flex min-h-14 shrink-0 flex-col justify-center border-b border-line py-2.5 pr-14 pl-4 sm:pl-5">
            <Dialog.Title className="text-16 font-semibold wrap-anywhere text-text-1">{props.title}</Dialog.Title>
            {props.description !== undefined && <div className="text-12 text-text-3">{props.description}</div>}
          </header>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">{props.children}</div>
          {props.footer !== undefined && (
            <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-panel px-4 py-3 sm:px-5">
              {props.footer}
            </footer>
          )}
          <Dialog.Close
            aria-label={tr.dialogs.close}
            className="absolute top-3 right-3 grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:top-1.5 pointer-coarse:right-1.5 pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
