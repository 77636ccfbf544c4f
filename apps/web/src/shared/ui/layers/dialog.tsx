import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { useLayerFocus } from './layer-focus.ts'

export type LayerProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** One line beneath the title. */
  readonly description?: ReactNode
  readonly footer?: ReactNode
  readonly testId?: string
}

type FrameProps = LayerProps & {
  /** Drawn beside the title. */
  readonly aside?: ReactNode
  /** The element that is focused first; the layer itself without it. */
  readonly firstFocus?: ((panel: HTMLElement) => HTMLElement | null) | undefined
  /** Classes of the layer and its parts. */
  readonly look: Readonly<Record<'layer' | 'header' | 'body' | 'footer' | 'cross', string>>
}

/** What dialogs and sheets share: named by the title, they trap and return the focus, and close on Escape and the cross. */
export function LayerFrame(props: FrameProps) {
  const { look } = props
  const focus = useLayerFocus(props.firstFocus)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          {...focus}
          data-testid={props.testId}
          aria-describedby={undefined}
          className={`layer-in fixed z-(--z-layer) flex flex-col overflow-hidden border-line bg-panel shadow-floating outline-none ${look.layer}`}
        >
          <header className={`flex border-b border-line py-2.5 pr-14 ${look.header}`}>
            <div className="flex min-w-0 flex-col">
              <Dialog.Title className="text-16 font-semibold wrap-anywhere text-text-1">{props.title}</Dialog.Title>
              {props.description !== undefined && <div className="text-12 text-text-3">{props.description}</div>}
            </div>
            {props.aside}
          </header>
          <div className={`flex min-h-0 flex-1 flex-col overflow-y-auto ${look.body}`}>{props.children}</div>
          {props.footer !== undefined && (
            <footer
              className={`flex flex-wrap items-center justify-end gap-2 border-t border-line bg-panel py-3 ${look.footer}`}
            >
              {props.footer}
            </footer>
          )}
          <Dialog.Close
            aria-label={tr.dialogs.close}
            className={`absolute grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:size-11 ${look.cross}`}
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

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

const LOOK = {
  layer:
    'inset-0 m-auto max-h-[calc(100dvh-32px)] rounded-panel border max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0',
  header: 'min-h-11 flex-wrap items-center gap-x-3 gap-y-1 pl-5',
  body: '',
  footer: 'px-5',
  cross: 'top-2 right-3 pointer-coarse:top-1 pointer-coarse:right-1',
} as const

type ModalProps = Omit<FrameProps, 'look'> & {
  readonly size?: keyof typeof WIDTHS
  readonly height?: keyof typeof HEIGHTS
}

/** A dialog over the page; fills a phone's screen with its foot at the bottom. Drawn only while it is open. */
export function Modal({ size = 'medium', height = 'own', ...props }: ModalProps) {
  return <LayerFrame {...props} look={{ ...LOOK, layer: `${LOOK.layer} ${WIDTHS[size]} ${HEIGHTS[height]}` }} />
}
