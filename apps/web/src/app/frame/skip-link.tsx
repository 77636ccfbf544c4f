import { tr } from '../../text/frame/tr.ts'

/** The first link of every page: leads past the navigation. Visible while it has the focus. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only bg-panel focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-(--z-layer) focus:rounded-control focus:px-3 focus:py-2"
    >
      {tr.skip}
    </a>
  )
}
