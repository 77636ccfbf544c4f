import { landingSections } from '../../text/site/landing-sections.ts'
import { Section } from './section.tsx'

const words = landingSections.features

/** Six features (LAND-05); the navigation's anchor leads here. */
export function FeaturesSection() {
  return (
    <Section id="ozellikler" title={words.title}>
      <ul className="grid gap-x-12 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {words.list.map(({ name, text }) => (
          <li key={name} className="border-t border-line pt-4">
            <h3 className="text-16 font-semibold">{name}</h3>
            <p className="mt-1.5 text-14 text-text-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
