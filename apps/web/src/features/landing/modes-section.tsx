import { Link } from '@tanstack/react-router'
import { landingSections } from '../../text/site/landing-sections.ts'
import { CarryDrawing, SpotDrawing, TriDrawing } from './mode-drawings.tsx'
import { Section } from './section.tsx'

const words = landingSections.modes

const MODES = [
  { mode: 'spot', Drawing: SpotDrawing },
  { mode: 'carry', Drawing: CarryDrawing },
  { mode: 'tri', Drawing: TriDrawing },
] as const

/** The three modes (WHAT-02), each in a sentence, with its main figure. */
export function ModesSection() {
  return (
    <Section title={words.title} isRaised>
      <div className="divide-y divide-line">
        {MODES.map(({ mode, Drawing }) => (
          <article
            key={mode}
            aria-label={words[mode].name}
            className="grid items-center gap-x-8 gap-y-3 py-5 first:pt-0 last:pb-0 md:grid-cols-[160px_minmax(0,1fr)_auto]"
          >
            <Drawing label={words[mode].drawing} />
            <div>
              <h3 className="text-16 font-semibold">{words[mode].name}</h3>
              <p className="mt-1 max-w-[65ch] text-16 text-text-2">{words[mode].text}</p>
              <p className="mt-1 text-13 text-text-3">{words[mode].figure}</p>
            </div>
            <Link
              to="/opportunities"
              search={{ mode }}
              className="justify-self-start rounded-control py-1 text-14 font-medium text-accent underline-offset-4 hover:underline pointer-coarse:py-3"
            >
              {words.open(words[mode].name)}
            </Link>
          </article>
        ))}
      </div>
    </Section>
  )
}
