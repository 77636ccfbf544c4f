import type { ReactNode } from 'react'
import { whole } from '../../shared/format/numbers.ts'
import { span } from '../../shared/format/times.ts'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { landing } from '../../text/site/landing.ts'
import { ageNow, type LandingFigures } from './figures.ts'
import { SourceAge } from './miniature.tsx'

const words = landing.strip

/** Four figures for a first glance. The polled figure shows its market and its age. */
export function FigureStrip(props: { readonly figures: LandingFigures | undefined; readonly hasFailed: boolean }) {
  const { figures, hasFailed } = props
  return (
    <div className="border-y border-line bg-panel px-4 py-5 sm:px-8">
      <dl className="mx-auto grid max-w-296 grid-cols-2 gap-x-8 gap-y-4 lg:flex lg:flex-wrap lg:gap-x-14">
        <LabelledValue value={words.exchanges.value} text={words.exchanges.text} />
        <LabelledValue value={words.modes.value} text={words.modes.text} />
        <LabelledValue value={figures === undefined ? '–' : whole(figures.count.pairs)} text={words.pairs}>
          {figures === undefined ? (
            hasFailed ? (
              words.failed
            ) : (
              words.loading
            )
          ) : hasFailed ? (
            <Ticking text={() => words.old(span(ageNow(figures)))} className="text-warn" />
          ) : (
            <SourceAge figures={figures} />
          )}
        </LabelledValue>
        <LabelledValue value={words.withdraw.value} text={words.withdraw.text} />
      </dl>
    </div>
  )
}

function LabelledValue(props: { readonly value: string; readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-13 text-text-2">
        {props.text}
        {props.children && <span className="block min-w-40 text-12">{props.children}</span>}
      </dt>
      <dd className="figures text-20 font-semibold">{props.value}</dd>
    </div>
  )
}
