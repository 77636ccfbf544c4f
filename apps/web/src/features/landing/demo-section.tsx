import { startTour } from '../../shared/tour/tour-flag.ts'
import { PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { landingSections } from '../../text/site/landing-sections.ts'
import { Section } from './section.tsx'

const words = landingSections.demo

/** Offers 10,000 USD of virtual money (LAND-04); the button begins the tour. */
export function DemoSection() {
  return (
    <Section title={words.title} lead={words.text}>
      <div className="grid gap-6 rounded-panel border border-line bg-panel p-5 sm:p-6 md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-center md:gap-12">
        <div>
          <p className="text-13 text-text-2">{words.balance}</p>
          <p className="figures text-28 font-semibold whitespace-nowrap">{words.amount}</p>
        </div>
        <ol className="flex flex-col gap-2 text-14">
          {words.steps.map((step, at) => (
            <li key={step} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className="figures grid size-6 shrink-0 place-items-center rounded-full border border-line text-12 text-text-2"
              >
                {at + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
        <button type="button" onClick={startTour} className={`${PRIMARY_BUTTON} h-11`}>
          {words.start}
        </button>
      </div>
    </Section>
  )
}
