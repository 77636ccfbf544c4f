import { whole } from '../../shared/format/numbers.ts'
import { dayAndMonth } from '../../shared/format/times.ts'
import { adminDashboardText } from '../../text/admin/admin-dashboard.ts'
import { ticksFor } from './ticks.ts'

const words = adminDashboardText.charts

export type Series<D> = {
  readonly name: string
  readonly kind: 'line' | 'dashes' | 'bars' | 'pale-bars'
  readonly figure: (day: D) => number
}

const WIDTH = 300
const HEIGHT = 100
const KEYS = {
  line: 'h-0.5 bg-accent',
  dashes: 'h-0 border-t-2 border-dashed border-text-3',
  bars: 'h-2 bg-accent',
  'pale-bars': 'h-2 bg-text-3',
} as const

/** Counts by day as lines or bars on one scale, and as a table for screen readers. */
export function DayChart<D extends { readonly day: string }>(props: {
  readonly title: string
  readonly days: readonly D[]
  readonly series: readonly Series<D>[]
}) {
  const { days, series, title } = props
  const highest = Math.max(0, ...series.flatMap(({ figure }) => days.map(figure)))
  if (highest === 0) return <p className="p-4 text-13 text-text-2">{words.none}</p>
  const ticks = ticksFor(highest)
  const top = ticks.at(-1) ?? 1
  const bars = series.filter(({ kind }) => kind === 'bars' || kind === 'pale-bars')
  const named = [0, Math.floor((days.length - 1) / 2), days.length - 1].flatMap((at) => days[at]?.day ?? [])
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <ul aria-hidden="true" className="m-0 flex list-none flex-wrap justify-end gap-x-4 p-0 text-12 text-text-2">
        {series.map(({ name, kind }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={`w-3 ${KEYS[kind]}`} />
            {name}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-12 text-text-3">
        <div className="flex h-40 flex-col-reverse justify-between text-right leading-none">
          {ticks.map((tick) => (
            <span key={tick}>{whole(tick)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-40 w-full py-1.5"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2={WIDTH}
              y1={HEIGHT - (HEIGHT * tick) / top}
              y2={HEIGHT - (HEIGHT * tick) / top}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {series.map((one) =>
            bars.includes(one) ? (
              <Bars key={one.name} one={one} days={days} top={top} place={bars.indexOf(one)} count={bars.length} />
            ) : (
              <Line key={one.name} one={one} days={days} top={top} />
            ),
          )}
        </svg>
        <span />
        <div className="flex justify-between pt-1">
          {named.map((day) => (
            <span key={day}>{dayAndMonth(day)}</span>
          ))}
        </div>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayAndMonth(day.day)}</th>
              {series.map(({ name, figure }) => (
                <td key={name}>{whole(figure(day))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SeriesProps<D> = { readonly one: Series<D>; readonly days: readonly D[]; readonly top: number }

function Line<D>({ one, days, top }: SeriesProps<D>) {
  const points = days.map(
    (day, at) => `${(WIDTH * at) / Math.max(1, days.length - 1)},${HEIGHT - (HEIGHT * one.figure(day)) / top}`,
  )
  const isDashed = one.kind === 'dashes'
  return (
    <>
      {!isDashed && (
        <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} className="fill-accent" opacity="0.12" />
      )}
      <polyline
        points={points.join(' ')}
        fill="none"
        strokeWidth="1.75"
        strokeDasharray={isDashed ? '4 4' : undefined}
        className={isDashed ? 'stroke-text-3' : 'stroke-accent'}
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}

function Bars<D extends { readonly day: string }>(
  props: SeriesProps<D> & { readonly place: number; readonly count: number },
) {
  const { one, days, top, place, count } = props
  const slot = WIDTH / days.length
  const width = (slot * 0.8) / count
  return days.map((day, at) => {
    const height = (HEIGHT * one.figure(day)) / top
    return (
      <rect
        key={day.day}
        x={at * slot + slot * 0.1 + place * width}
        y={HEIGHT - height}
        width={width * 0.9}
        height={height}
        className={one.kind === 'bars' ? 'fill-accent' : 'fill-text-3'}
      />
    )
  })
}
