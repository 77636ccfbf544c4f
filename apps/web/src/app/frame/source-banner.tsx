import { Link } from '@tanstack/react-router'
import { useSource } from '../../shared/api/source.ts'
import { tr } from '../../text/frame/tr.ts'

/** Says on every page that the figures are not the real market's (product-decisions.md 27). */
export function SourceBanner() {
  const source = useSource()
  // The server inserts the banner of its source here in pages that were rendered ahead.
  return <div data-banner="">{(source === 'demo' || source === 'replay') && <Banner source={source} />}</div>
}

export function Banner({ source }: { readonly source: 'demo' | 'replay' }) {
  const words = tr.banner[source]
  return (
    <section
      aria-label={tr.banner.label}
      data-testid="source-banner"
      className="flex items-start gap-4 border-b border-warn/40 bg-warn-wash px-4 py-1.5 text-13 sm:px-5"
    >
      <p className="text-text-1">
        <strong className="mr-2.5 font-semibold text-warn">{words.name}</strong>
        {words.text}
      </p>
      <Link
        to="/status"
        aria-label={tr.banner.moreLabel}
        className="ml-auto shrink-0 rounded-control text-text-2 underline-offset-2 hover:text-text-1 hover:underline"
      >
        {tr.banner.more}
      </Link>
    </section>
  )
}
