import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusQuery } from '../shared/api/queries.ts'
import { tr } from '../text/tr.ts'

/** Says on every page that the figures are not the real market's (decisions.md 27). */
export function SourceBanner() {
  const source = useQuery(statusQuery).data?.source
  if (source !== 'demo' && source !== 'replay') return null
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
