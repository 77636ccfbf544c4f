import { whole } from '../../shared/format/numbers.ts'
import { landing } from '../../text/site/landing.ts'
import type { LandingFigures } from './figures.ts'

const words = landing.strip

/** Four figures that hold at a glance; one of them is polled. */
export function FigureStrip({ figures }: { readonly figures: LandingFigures | undefined }) {
  return (
    <div className="border-y border-line bg-panel px-4 py-5 sm:px-8">
      <dl className="mx-auto grid max-w-296 grid-cols-2 gap-x-8 gap-y-4 lg:flex lg:flex-wrap lg:gap-x-14">
        <Figure value={words.exchanges.value} text={words.exchanges.text} />
        <Figure value={words.modes.value} text={words.modes.text} />
        <Figure
          value={figures === undefined ? '–' : whole(figures.count.pairs)}
          text={figures === undefined ? words.pairsUnread : words.pairs}
        />
        <Figure value={words.withdraw.value} text={words.withdraw.text} />
      </dl>
    </div>
  )
}

function Figure({ value, text }: { readonly value: string; readonly text: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-13 text-text-2">{text}</dt>
      <dd className="figures text-20 font-semibold">{value}</dd>
    </div>
  )
}
