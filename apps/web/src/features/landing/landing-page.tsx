import { getRouteApi } from '@tanstack/react-router'
import { usePolled } from '../../shared/api/use-polled.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import { landing } from '../../text/site/landing.ts'
import { FigureStrip } from './figure-strip.tsx'
import { type LandingFigures, POLL_MS, readFigures } from './figures.ts'
import { Hero } from './hero.tsx'
import { PolledCounts } from './polled-counts.tsx'
import { SampleCards } from './sample-cards.tsx'
import { Section } from './section.tsx'

const route = getRouteApi('/')

/** The landing page (`/`). Its text is prerendered; only the polled figures wait for the script. */
export function LandingPage() {
  useTitle(landing.title)
  const Lower = route.useLoaderData()
  const { value: data, hasFailed: isError } = usePolled<LandingFigures | undefined>(readFigures, POLL_MS, undefined)
  return (
    <>
      <Hero figures={data} hasFailed={isError} />
      <FigureStrip figures={data} hasFailed={isError} />
      <Section title={landing.samples.title} lead={landing.samples.lead}>
        <SampleCards />
        <PolledCounts figures={data} hasFailed={isError} />
      </Section>
      <Lower />
    </>
  )
}
