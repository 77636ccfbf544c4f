import { evidenceWords } from '../../text/market/evidence.ts'
import { exact } from '../format/numbers.ts'
import { addingUp, drawn, placesOf } from './exact.ts'
import { Graded } from './row/grade-shape.tsx'
import type { Grade } from './row/grades.ts'

const words = evidenceWords

/** Decimals drawn at full strength. Further digits are drawn quieter, because the sum must hold to its last digit. */
const LOUD_PLACES = 4
/** Amounts with more decimals than this are rounded together, so that they still add up. */
const MOST_PLACES = 12
const ROUNDED_PLACES = 8

/** A line of a sum. `amount`: exact text with its sign. `percent`: stands beside the amount as orientation. */
export type WaterfallLine = {
  readonly key: string
  readonly kind: 'gain' | 'cost' | 'net'
  readonly name: string
  readonly percent: string
  readonly amount: string
}

/** Gains − costs = net in money, each line with its bar. The last line is the sum of the others. */
export function Waterfall(props: {
  readonly caption: string
  readonly currency: string
  readonly grade: Grade
  readonly note: string
  readonly lines: readonly WaterfallLine[]
}) {
  const { lines } = props
  const exactAmounts = lines.map(({ amount }) => amount)
  const needed = placesOf(exactAmounts)
  const shown = addingUp(exactAmounts, needed === null || needed > MOST_PLACES ? ROUNDED_PLACES : needed)
  const places = Math.max(2, placesOf(shown) ?? 2)
  const reach = Math.max(...runningSums(shown).map(Math.abs))
  let reached = 0
  return (
    <div>
      <table className="figures w-full text-13">
        <caption className="pb-1.5 text-left text-12 text-text-3">{props.caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.percent}</th>
            <th scope="col">
              {words.money}, {props.currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const amount = shown[at] ?? '0'
            const net = line.kind === 'net'
            const value = drawn(amount)
            const from = net ? 0 : Math.max(0, Math.min(reached, reached + value))
            if (!net) reached += value
            return (
              <tr key={line.key} className={net ? 'font-semibold' : ''}>
                <th
                  scope="row"
                  className={`border-t border-line py-1.5 text-left ${net ? '' : 'font-normal'} whitespace-nowrap`}
                >
                  {line.name}
                </th>
                <td className="border-t border-line px-2 py-1.5 text-right text-text-2">
                  {net ? <Graded grade={props.grade}>{line.percent}</Graded> : line.percent}
                </td>
                <td
                  className="border-t border-line py-1.5 text-right whitespace-nowrap"
                  data-amount={line.amount}
                  title={amount === line.amount ? undefined : exact(line.amount)}
                >
                  <Digits text={amount} places={places} />
                </td>
                <td className="w-[22%] border-t border-line py-1.5 pl-3 max-sm:hidden" aria-hidden="true">
                  <span
                    className={`block h-2 rounded-[2px] ${net ? (value < 0 ? 'bg-bad' : 'bg-good') : line.kind === 'gain' ? 'bg-accent' : 'bg-text-3'}`}
                    style={{
                      marginLeft: `${share(from, reach)}%`,
                      width: `${Math.max(1, share(Math.abs(value), reach))}%`,
                    }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="pt-1 text-12 text-text-3">
        {props.note} {shown !== exactAmounts && words.roundedNote(String(ROUNDED_PLACES))}
      </p>
    </div>
  )
}

/** Ends of the bars: the sum after each line but the last, which repeats it. */
function runningSums(amounts: readonly string[]): number[] {
  let sum = 0
  return amounts.slice(0, -1).map((amount) => {
    sum += drawn(amount)
    return sum
  })
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (part / whole) * 100) : 0
}

/** All digits of an amount; those beyond the fourth decimal are drawn quieter. */
function Digits({ text, places }: { readonly text: string; readonly places: number }) {
  const digits = exact(text, places)
  const comma = digits.indexOf(',')
  const loud = comma < 0 ? digits.length : comma + 1 + LOUD_PLACES
  return (
    <>
      {digits.slice(0, loud)}
      {digits.length > loud && <span className="font-normal text-text-3">{digits.slice(loud)}</span>}
    </>
  )
}
