import { LayerFrame, type LayerProps } from './dialog.tsx'

const SIDES = {
  bottom: 'inset-x-0 bottom-0 max-h-[calc(100dvh-48px)] rounded-t-panel border-t',
  right: 'inset-y-0 right-0 w-[min(820px,100vw)] sm:border-l',
  left: 'inset-y-0 left-0 w-[min(300px,calc(100vw-56px))] border-r',
} as const

const LOOK = {
  header: 'min-h-14 shrink-0 flex-col justify-center pl-4 sm:pl-5',
  body: 'overscroll-contain',
  footer: 'shrink-0 px-4 sm:px-5',
  cross: 'top-3 right-3 pointer-coarse:top-1.5 pointer-coarse:right-1.5',
} as const

/**
 * A layer from an edge of the screen: filters on a phone from below, a ticket from the right, a menu from the left.
 * Drawn only while it is open.
 */
export function Sheet({ side, ...props }: LayerProps & { readonly side: keyof typeof SIDES }) {
  return <LayerFrame {...props} look={{ ...LOOK, layer: SIDES[side] }} />
}
