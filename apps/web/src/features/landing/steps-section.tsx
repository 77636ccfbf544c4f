import { landingSections } from '../../text/site/landing-sections.ts'
import { Mark, Section } from './section.tsx'

const words = landingSections.steps

/** How it works, in three steps (LAND-07). */
export function StepsSection() {
  return (
    <Section title={words.title}>
      <ol className="grid gap-8 md:grid-cols-3">
        {words.list.map(({ name, text, isSoon }, at) => (
          <li key={name} className="border-t-2 border-accent pt-4">
            <p className="figures text-13 text-text-3" aria-hidden="true">
              {at + 1}
            </p>
            <h3 className="mt-1 text-16 font-semibold">
              {name} {isSoon && <Mark>{words.soon}</Mark>}
            </h3>
            <p className="mt-1.5 text-14 text-text-2">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
