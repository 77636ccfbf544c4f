import type { Mode } from '@makas/contract'
import { MODES } from '@makas/domain'
import { Link } from '@tanstack/react-router'
import { tr } from '../../text/frame/tr.ts'
import { landingSections } from '../../text/site/landing-sections.ts'
import { CarryDrawing, SpotDrawing, TriDrawing } from './mode-drawings.tsx'
import { Section } from './section.tsx'

const words = landingSections.modes

const DRAWINGS: Readonly<Record<Mode, typeof SpotDrawing>> = { spot: SpotDrawing, carry: CarryDrawing, tri: TriDrawing }

/** The three modes (WHAT-02), each in a sentence, with its main figure. */
export function ModesSection() {
  return (
    <Section title={words.title} isRaised>
      <div className="divide-y divide-line">
        {MODES.map((mode) => (
          <OneMode key={mode} mode={mode} Drawing={DRAWINGS[mode]} />
        ))}
      </div>
    </Section>
  )
}

function OneMode({ mode, Drawing }: { readonly mode: Mode; readonly Drawing: typeof SpotDrawing }) {
  const name = tr.modes[mode]
  const { text, figure, drawing } = words.each[mode]
  return (
    <article
      aria-label={name}
      className="grid items-center gap-x-8 gap-y-3 py-5 first:pt-0 last:pb-0 md:grid-cols-[160px_minmax(0,1fr)_auto]"
    >
      <Drawing label={drawing} />
      <div>
        <h3 className="text-16 font-semibold">{name}</h3>
        <p className="mt-1 max-w-[65ch] text-16 text-text-2">{text}</p>
        <p className="mt-1 text-13 text-text-3">{figure}</p>
      </div>
      <Link
        to="/opportunities"
        search={{ mode }}
        className="justify-self-start rounded-control py-1 text-14 font-medium text-accent underline-offset-4 hover:underline pointer-coarse:py-3"
      >
        {words.open(name)}
      </Link>
    </article>
  )
}
