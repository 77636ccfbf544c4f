import { amount, percent, quantity } from '../../shared/format/numbers.ts'
import { istanbulClock, wholeSeconds } from '../../shared/format/times.ts'
import { GRADE_TEXT, roiGrade } from '../../shared/opportunity/row/grades.ts'
import { Ticking } from '../../shared/ui/ticking.tsx'
import { tr } from '../../text/frame/tr.ts'
import { landing } from '../../text/site/landing.ts'
import { ageNow, type LandingFigures, type MiniRow, type MiniSum } from './figures.ts'
import { type RoundedSum, roundedSum } from './mini-sum.ts'
import { areWhole, SAMPLE_ROWS, SAMPLE_SUM } from './samples.ts'
import { Mark } from './section.tsx'

const words = landing.miniature

/** The name of an exchange; an unknown one by its id. */
const exchangeName = (id: string) => new Map<string, string>(Object.entries(tr.exchanges)).get(id) ?? id

/**
 * Three rows of the table with the sum of the first row: polled rows, else samples, which are marked. Both have the
 * same height, so that nothing moves when the polled rows come.
 */
export function Miniature(props: { readonly figures: LandingFigures | undefined; readonly hasFailed: boolean }) {
  const { figures } = props
  const isPolled = figures !== undefined && areWhole(figures)
  const rows = isPolled ? figures.rows : SAMPLE_ROWS
  const sum = isPolled && figures.sum !== null ? figures.sum : SAMPLE_SUM
  const [first, ...rest] = rows
  if (first === undefined) return null
  return (
    <figure className="w-full min-w-0">
      <div className="overflow-hidden rounded-panel border border-line bg-panel">
        <div className="flex h-10 items-center justify-between gap-3 px-4 text-12 text-text-2">
          {isPolled ? (
            <>
              <SourceAge figures={figures} />
              <span className="figures">
                {words.zone} {istanbulClock(figures.asOf)}
              </span>
            </>
          ) : (
            <Mark>{landing.marks.sample}</Mark>
          )}
        </div>
        <table className="w-full table-fixed text-14">
          <caption className="sr-only">{words.title}</caption>
          <colgroup>
            <col className="max-sm:w-[36%]" />
            <col />
            {/* A phone has no room for the size. Without this column the sum below would make an empty column. */}
            <col className="w-[32%] max-sm:w-0" />
            <col className="w-20 max-sm:w-24" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{words.pair}</th>
              <th scope="col">{words.route}</th>
              <th scope="col">{words.size}</th>
              <th scope="col">{words.net}</th>
            </tr>
          </thead>
          <tbody>
            <Row row={first} />
            <tr>
              <td colSpan={4} className="border-t border-line bg-raised p-4">
                <Sum sum={sum} row={first} />
              </td>
            </tr>
            {rest.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="mt-2 min-h-4.5 text-12 text-text-3">
        {!isPolled && words[props.hasFailed ? 'failed' : lackOf(figures)]}
      </figcaption>
    </figure>
  )
}

/** Why the rows are samples though no call has failed. */
function lackOf(figures: LandingFigures | undefined): 'loading' | 'none' | 'few' {
  if (figures === undefined) return 'loading'
  return figures.rows.length === 0 ? 'none' : 'few'
}

/** Source and age of the figures. */
export function SourceAge({ figures }: { readonly figures: LandingFigures }) {
  return <Ticking text={() => landing.marks[figures.source](wholeSeconds(ageNow(figures)))} className="figures" />
}

function Row({ row }: { readonly row: MiniRow }) {
  const [buy, sell] = [exchangeName(row.buy), exchangeName(row.sell)]
  return (
    <tr className="figures h-11">
      <th scope="row" className="truncate border-t border-line pl-4 text-left font-normal max-sm:text-13">
        <span className="font-semibold">{row.base}</span>
        <span className="text-text-3">/{row.quote}</span>
      </th>
      <td className="truncate border-t border-line text-text-2 max-sm:text-13">
        <span className="sr-only">{words.from(buy, sell)}</span>
        <span aria-hidden="true">
          {buy} → {sell}
        </span>
      </td>
      <td className="truncate border-t border-line px-2 text-right text-text-2 max-sm:overflow-clip max-sm:p-0 max-sm:text-clip">
        {quantity(row.size)} {row.base}
      </td>
      <td
        className={`border-t border-line pr-4 text-right whitespace-nowrap graded font-semibold ${GRADE_TEXT[roiGrade(row.net)]}`}
      >
        {percent(row.net)}
      </td>
    </tr>
  )
}

const share = (part: number, whole: number) => (whole > 0 ? Math.max(0, Math.min(100, (part / whole) * 100)) : 0)

function Sum({ sum, row }: { readonly sum: MiniSum; readonly row: MiniRow }) {
  const shown = roundedSum(sum)
  return (
    <dl className="figures flex flex-col gap-1.5 text-13" aria-label={words.sum(`${row.base}/${row.quote}`)}>
      {linesOf(shown, row.quote).map(({ name, value, from, to, look, isNet }) => (
        <div key={name} className={`flex items-center gap-3 ${isNet ? 'font-semibold text-text-1' : 'text-text-2'}`}>
          <dt className="w-28 shrink-0">{name}</dt>
          <dd className="flex flex-1 items-center gap-3">
            <span className="h-2.5 flex-1" aria-hidden="true">
              <span
                className={`block h-full min-w-px rounded-[2px] ${look}`}
                style={{ marginLeft: `${share(from, shown.gross)}%`, width: `${share(to - from, shown.gross)}%` }}
              />
            </span>
            <span className="w-18 shrink-0 text-right">{amount(value, shown.places)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function linesOf({ gross, slippage, fees, net }: RoundedSum, currency: string) {
  const line = (name: string, value: number, from: number, to: number, look: string, isNet = false) => ({
    ...{ name, value, from, to, look, isNet },
  })
  return [
    line(words.gross, gross, 0, gross, 'bg-accent'),
    line(words.slippage, slippage, gross - slippage, gross, 'bg-text-3'),
    line(words.fees, fees, net, net + fees, 'bg-text-3'),
    line(words.netIn(currency), net, 0, net, 'bg-good', true),
  ]
}
