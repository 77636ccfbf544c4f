import { percent, whole } from '../../../../shared/format/numbers.ts'
import { dayAndMinute } from '../../../../shared/format/times.ts'
import { historyWords } from '../../../../text/market/history.ts'
import type { Run } from './runs.ts'

const WIDTH = 900
const HEIGHT = 150
const TOP = 8
/** Height of the band below the line that marks when the route was open, in units of the drawing. */
const BAND = 10
const words = historyWords

/** Net return while the route was open, as steps; nothing is drawn in between. */
export function HistoryChart({ runs, until }: { readonly runs: readonly Run[]; readonly until: number }) {
  const steps = runs.flatMap((run) => run.steps)
  const from = Math.min(...steps.map(({ t }) => t))
  const values = steps.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const [low, high] = [Math.min(0, least), Math.max(0.01, most)]
  const x = (t: number) => (until === from ? WIDTH : ((t - from) / (until - from)) * WIDTH)
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BAND - 8)
  return (
    <figure className="figures m-0 text-12">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart(whole(runs.length), percent(least), percent(most))}
        className="block h-36 w-full"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={y(0)}
          y2={y(0)}
          className="stroke-line"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
        {runs.map((run, at) => {
          const end = run.closedAt ?? runs[at + 1]?.steps[0]?.t ?? until
          const start = run.openedAt ?? run.steps[0]?.t ?? end
          return (
            <g key={start}>
              <polyline
                points={line(run, end, x, y)}
                fill="none"
                className="stroke-accent"
                strokeWidth="1.5"
                vectorEffect="non-scaling-stroke"
              />
              <rect
                x={x(start)}
                y={HEIGHT - BAND}
                width={Math.max(1.5, x(end) - x(start))}
                height={BAND - 2}
                className="fill-accent"
                opacity="0.35"
              />
            </g>
          )
        })}
      </svg>
      <p className="flex justify-between gap-4 pt-1 text-text-3">
        <span>{dayAndMinute(from)}</span>
        <span>{words.openBand}</span>
        <span>{dayAndMinute(until)}</span>
      </p>
    </figure>
  )
}

/** Points of a run's steps: a recorded value holds until the next record. */
function line(run: Run, end: number, x: (t: number) => number, y: (value: number) => number): string {
  return run.steps
    .map(({ t, value }, at) => `${x(t)},${y(value)} ${x(run.steps[at + 1]?.t ?? end)},${y(value)}`)
    .join(' ')
}
