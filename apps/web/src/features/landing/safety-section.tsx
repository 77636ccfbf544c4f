import { Link } from '@tanstack/react-router'
import { landingSections } from '../../text/site/landing-sections.ts'
import { Section } from './section.tsx'

const words = landingSections.safety

/** Risks, and how keys are kept, in plain words (WHAT-07). */
export function SafetySection() {
  return (
    <Section title={words.title} isRaised>
      <div className="grid gap-8 md:grid-cols-2 md:gap-12">
        <Points title={words.risks.title} list={words.risks.list} />
        <Points title={words.keys.title} list={words.keys.list} />
      </div>
      <p className="mt-8 max-w-[80ch] border-l-2 border-warn pl-4 text-14">
        {words.notice}{' '}
        <Link
          to="/legal/$document"
          params={{ document: 'risk-bildirimi' }}
          className="font-medium text-accent underline underline-offset-4"
        >
          {words.more}
        </Link>
      </p>
    </Section>
  )
}

function Points({ title, list }: { readonly title: string; readonly list: readonly string[] }) {
  return (
    <div>
      <h3 className="text-16 font-semibold">{title}</h3>
      <ul className="mt-3 flex max-w-[65ch] list-disc flex-col gap-2 pl-5 text-14 text-text-2 marker:text-text-3">
        {list.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  )
}
