import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { useLayerFocus } from './layer-focus.ts'

const WIDTHS = {
  small: 'w-[min(448px,calc(100vw-32px))]',
  medium: 'w-[min(676px,calc(100vw-32px))]',
  large: 'w-[min(860px,calc(100vw-32px))]',
  wide: 'w-[min(1040px,calc(100vw-32px))]',
  full: 'w-[min(1260px,calc(100vw-32px))]',
} as const

/** Keeps a dialog's height while its steps change (design.md § 5). */
const HEIGHTS = {
  own: 'h-fit',
  steps: 'h-[min(700px,calc(100dvh-32px))]',
  tour: 'h-[min(592px,calc(100dvh-32px))]',
  full: 'h-[min(820px,calc(100dvh-32px))]',
} as const

/**
 * A dialog over the page, named by its title. It traps the focus and returns it, closes on Escape and the cross, and
 * fills a phone's screen with its foot at the bottom. Drawn only while it is open.
 */
export function Modal(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** One line beneath the title. */
  readonly description?: ReactNode
  /** Drawn beside the title. */
  readonly aside?: ReactNode
  readonly footer?: ReactNode
  readonly size?: keyof typeof WIDTHS
  readonly height?: keyof typeof HEIGHTS
  readonly testId?: string
  /** The element that is focused first; the dialog itself without it. */
  readonly firstFocus?: (panel: HTMLElement) => HTMLElement | null
}) {
  const { size = 'medium', height = 'own' } = props
  const focus = useLayerFocus(props.firstFocus)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          {...focus}
          data-testid={props.testId}
          aria-describedby={undefined}
          className={`layer-in fixed inset-0 z-(--z-layer) m-auto flex max-h-[calc(100dvh-32px)] flex-col overflow-hidden rounded-panel border border-line bg-panel shadow-floating outline-none max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0 ${WIDTHS[size]} ${HEIGHTS[height]}`}
        >
          <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 pr-14 pl-5">
            <div className="flex min-w-0 flex-col">
              <Dialog.Title className="text-16 font-semibold wrap-anywhere text-text-1">{props.title}</Dialog.Title>
              {props.description !== undefined && <div className="text-12 text-text-3">{props.description}</div>}
            </div>
            {props.aside}
          </header>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{props.children}</div>
          {props.footer !== undefined && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-panel px-5 py-3">
              {props.footer}
            </footer>
          )}
          <Dialog.Close
            aria-label={tr.dialogs.close}
            className="absolute top-2 right-3 grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:top-1 pointer-coarse:right-1 pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
