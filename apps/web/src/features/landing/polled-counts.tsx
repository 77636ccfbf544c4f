import { MODES } from '@makas/domain'
import { Link } from '@tanstack/react-router'
import { percent, whole } from '../../shared/format/numbers.ts'
import { span } from '../../shared/format/times.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { landing } from '../../text/site/landing.ts'
import { ageNow, type LandingFigures } from './figures.ts'
import { SourceAge } from './miniature.tsx'

const words = landing.polled

/** Counts, polled every 30 s (LAND-09), below the samples (product-decisions.md 5). */
export function PolledCounts(props: { readonly figures: LandingFigures | undefined; readonly hasFailed: boolean }) {
  const { figures, hasFailed } = props
  return (
    <section aria-label={words.title} className="mt-4 rounded-panel border border-line bg-panel">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h3 className="text-14 font-semibold">{words.title}</h3>
        <p className="text-12 text-text-2">
          {figures !== undefined && !hasFailed && (
            <>
              <SourceAge figures={figures} /> ·{' '}
            </>
          )}
          {words.every}
        </p>
      </div>
      <dl className="figures grid grid-cols-2 gap-x-6 gap-y-4 p-4 lg:grid-cols-4">
        <Count name={words.exchanges} value={figures && whole(figures.count.exchanges)} />
        <Count
          name={words.opportunities}
          value={figures && whole(figures.count.opportunities)}
          note={figures && MODES.map((mode) => `${whole(figures.count.modes[mode])} ${words.modes[mode]}`).join(' · ')}
        />
        <Count name={words.best} value={figures && (figures.rows[0] ? percent(figures.rows[0].net) : words.none)} />
        <Count name={words.rejected} value={figures && whole(figures.count.rejected)} />
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4">
        <p className="text-13 text-text-2">
          <span role="status" className={figures && 'text-warn'}>
            {hasFailed ? (figures === undefined ? words.failed : words.stuck) : figures === undefined && words.loading}
          </span>
          {/* Outside the live region: a screen reader would read the region again every second. */}
          {figures !== undefined && hasFailed && (
            <Ticking text={() => words.old(span(ageNow(figures)))} className="ml-1 text-warn" />
          )}
        </p>
        <Link to="/opportunities" className={BUTTON}>
          {words.all}
        </Link>
      </div>
    </section>
  )
}

function Count(props: {
  readonly name: string
  readonly value: string | undefined
  readonly note?: string | undefined
}) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-12 text-text-2">
        {props.name}
        <span className="block min-h-4.5 text-text-3">{props.note}</span>
      </dt>
      <dd className="text-20 font-semibold">
        {props.value ?? <span className="skeleton inline-block h-6 w-14" aria-hidden="true" />}
      </dd>
    </div>
  )
}
