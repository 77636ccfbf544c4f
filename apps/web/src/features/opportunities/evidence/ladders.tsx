import type { CSSProperties } from 'react'
import { exact } from '../../../shared/format/numbers.ts'
import { drawn, type TakenLevel } from '../../../shared/opportunity/exact.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'

const SHOWN = 10

/** One side of one book as a ladder, best price first; the part taken is filled. */
export function Ladder(props: { readonly name: string; readonly levels: readonly TakenLevel[] }) {
  const { levels } = props
  const shown = levels.slice(0, SHOWN)
  const places = Math.max(2, ...levels.map(({ price }) => price.split('.')[1]?.length ?? 0))
  return (
    <div className="min-w-0 flex-1">
      <table className="figures w-full border-separate border-spacing-0 text-13">
        <caption className="pb-1.5 text-left text-12 text-text-3">{props.name}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{evidenceWords.ladderPrice}</th>
            <th scope="col">{evidenceWords.ladderQuantity}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((level) => {
            const all = level.taken === level.quantity
            return (
              <tr key={level.price} style={fill(level)}>
                <td className="py-0.5 pl-2 text-text-1">{exact(level.price, places)}</td>
                <td className="py-0.5 pr-2 text-right text-text-2">
                  {all ? exact(level.quantity) : evidenceWords.taken(exact(level.taken), exact(level.quantity))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {levels.length > SHOWN && (
        <p className="figures px-2 pt-1 text-12 text-text-3">{evidenceWords.more(String(levels.length - SHOWN))}</p>
      )}
    </div>
  )
}

/** Fills the line by the share of the level that the size takes. */
function fill(level: TakenLevel): CSSProperties {
  const share = `${Math.min(100, (drawn(level.taken) / drawn(level.quantity)) * 100)}%`
  return { background: `linear-gradient(to right, var(--accent-wash) ${share}, transparent ${share})` }
}
