import { Link } from '@tanstack/react-router'
import { startTour } from '../../shared/tour/tour-flag.ts'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { landing } from '../../text/site/landing.ts'
import type { LandingFigures } from './figures.ts'
import { Miniature } from './miniature.tsx'

const words = landing.hero

/** Says what the product is and for whom (LAND-02), beside a small part of the table. */
export function Hero(props: { readonly figures: LandingFigures | undefined; readonly hasFailed: boolean }) {
  return (
    <section aria-label={words.title} className="px-4 pt-10 pb-12 sm:px-8 sm:pt-16 sm:pb-16">
      <div className="mx-auto grid max-w-296 items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-16">
        <div>
          <h1 className="text-28 font-semibold tracking-tight text-balance sm:text-44">{words.title}</h1>
          <p className="mt-5 max-w-[60ch] text-16 text-text-2">{words.text}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <button type="button" onClick={startTour} className={`${PRIMARY_BUTTON} h-11 max-sm:w-full`}>
              {words.tour}
            </button>
            <Link to="/opportunities" className={`${BUTTON} h-11 px-4 text-14 max-sm:w-full`}>
              {words.opportunities}
            </Link>
          </div>
          <p className="mt-5 max-w-[60ch] text-13 text-text-3">{words.note}</p>
        </div>
        <Miniature figures={props.figures} hasFailed={props.hasFailed} />
      </div>
    </section>
  )
}
