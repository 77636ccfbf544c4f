import type { ComponentProps } from 'react'

/** The site's plain button: 32 px high, 44 px on touch screens. */
export function Button({ className = '', type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={`${BUTTON} ${className}`} {...rest} />
}

/** Classes of a link that looks like a button. */
export const BUTTON =
  'inline-flex h-8 items-center justify-center gap-2 rounded-control border border-line bg-panel px-3 text-13 font-medium text-text-1 hover:bg-raised disabled:cursor-default disabled:text-text-3 pointer-coarse:h-11 whitespace-nowrap'

/** The one primary action of a view. */
export const PRIMARY_BUTTON =
  'inline-flex h-10 items-center justify-center gap-2 rounded-control bg-accent px-4 text-14 font-semibold text-on-accent hover:bg-accent-strong aria-disabled:cursor-default pointer-coarse:h-11 whitespace-nowrap'
