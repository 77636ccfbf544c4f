import type { CarryEvidence } from '@makas/contract'
import { percent } from '../../../../shared/format/numbers.ts'
import { apyWords } from '../../../../text/market/evidence.ts'
import { opportunityWords } from '../../../../text/market/opportunities.ts'
import { heldFor, LONGEST_HOLD, SHORTEST_HOLD } from '../carry-account.ts'
import { curve } from './hold-curve.ts'

const WIDTH = 460
const HEIGHT = 150
const TOP = 8
const BOTTOM = 8
const words = apyWords

/** Net APR and net APY over every hold from a day to a year, with a mark at the chosen hold. */
export function HoldChart({ evidence, days }: { readonly evidence: CarryEvidence; readonly days: number }) {
  const points = curve(evidence)
  const ends = heldFor(evidence, LONGEST_HOLD)
  const high = Math.max(0.01, ...points.map(({ apr, apy }) => Math.max(apr, apy ?? apr)))
  // The axis ends at −high: a short hold pays the whole entry and exit at once, and its yearly loss would dwarf all
  // else.
  const low = Math.max(-high, Math.min(0, ...points.map(({ apr }) => apr)))
  const x = (day: number) => ((day - SHORTEST_HOLD) / (LONGEST_HOLD - SHORTEST_HOLD)) * WIDTH
  const y = (value: number) => TOP + ((high - Math.max(low, value)) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = (value: (at: (typeof points)[number]) => number | null) =>
    points
      .map((point) => ({ day: point.day, value: value(point) }))
      .filter((point): point is { day: number; value: number } => point.value !== null && point.value >= low)
      .map(({ day, value }) => `${x(day)},${y(value)}`)
      .join(' ')
  return (
    <figure className="figures m-0 text-12">
      <figcaption className="flex flex-wrap justify-between gap-x-4 pb-1 text-text-3">
        <span>{words.chartTitle}</span>
        <span className="flex gap-3">
          <span className="text-accent">— {words.netApy}</span>
          <span className="text-text-2">-- {words.netApr}</span>
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.chart(percent(ends.apr), ends.apy === null ? words.noApy : percent(ends.apy))}
        className="block w-full"
      >
        <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-line" strokeWidth="1.5" />
        <polyline
          points={line(({ apr }) => apr)}
          fill="none"
          className="stroke-text-2"
          strokeWidth="1.5"
          strokeDasharray="4 3"
        />
        <polyline points={line(({ apy }) => apy)} fill="none" className="stroke-accent" strokeWidth="2" />
        <line
          x1={x(days)}
          x2={x(days)}
          y1="0"
          y2={HEIGHT}
          className="stroke-text-1"
          strokeWidth="1"
          strokeDasharray="2 3"
        />
      </svg>
      <p className="flex justify-between pt-0.5 text-text-3" aria-hidden="true">
        <span>{opportunityWords.hold(String(SHORTEST_HOLD))}</span>
        <span>{opportunityWords.hold(String(LONGEST_HOLD))}</span>
      </p>
    </figure>
  )
}
