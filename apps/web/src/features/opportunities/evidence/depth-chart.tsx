import { exact } from '../../../shared/format/numbers.ts'
import { drawn, type TakenLevel } from '../../../shared/opportunity/exact.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'

const WIDTH = 560
const HEIGHT = 200
const LEFT = 4
const RIGHT = 4
const TOP = 10
const BOTTOM = 10

type Step = { readonly from: number; readonly to: number; readonly price: number }

/** Both sides as price steps over the cumulative quantity; the area between them up to the size is the gross gain. */
export function DepthChart(props: {
  readonly buy: readonly TakenLevel[]
  readonly sell: readonly TakenLevel[]
  readonly size: string
  readonly currency: string
  readonly buyName: string
  readonly sellName: string
}) {
  const size = drawn(props.size)
  const places = Math.max(2, ...[...props.buy, ...props.sell].map(({ price }) => price.split('.')[1]?.length ?? 0))
  const buy = steps(props.buy)
  const sell = steps(props.sell)
  const end = size * 1.08
  const prices = [...buy, ...sell].map((step) => step.price)
  const low = Math.min(...prices)
  const high = Math.max(...prices)
  const x = (quantity: number) => LEFT + (Math.min(quantity, end) / end) * (WIDTH - LEFT - RIGHT)
  const y = (price: number) => TOP + (high === low ? 0.5 : (high - price) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = (side: readonly Step[], until: number) =>
    side
      .filter((step) => step.from < until)
      .map((step) => `${x(step.from)},${y(step.price)} ${x(Math.min(step.to, until))},${y(step.price)}`)
  const area = [...line(sell, size), ...line(buy, size).toReversed().map(backwards)].join(' ')
  return (
    <figure className="figures m-0 text-12">
      <p className="pb-1 text-good">
        {evidenceWords.bidsOf(props.sellName)} · {exact(props.sell[0]?.price ?? '', places)}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={evidenceWords.chart(`${exact(props.size)} ${props.currency}`)}
        className="block w-full"
      >
        {[0, 1, 2, 3].map((rule) => {
          const at = TOP + (rule / 3) * (HEIGHT - TOP - BOTTOM)
          return (
            <line key={rule} x1={LEFT} x2={WIDTH - RIGHT} y1={at} y2={at} className="stroke-line" strokeWidth="1" />
          )
        })}
        <polygon points={area} className="fill-accent" opacity="0.2" />
        <polyline points={line(sell, end).join(' ')} fill="none" className="stroke-good" strokeWidth="2" />
        <polyline points={line(buy, end).join(' ')} fill="none" className="stroke-bad" strokeWidth="2" />
        <line
          x1={x(size)}
          x2={x(size)}
          y1={2}
          y2={HEIGHT - 2}
          className="stroke-accent"
          strokeDasharray="3 3"
          strokeWidth="1.5"
        />
      </svg>
      <p className="flex justify-between gap-4 pt-1">
        <span className="text-bad">
          {evidenceWords.asksOf(props.buyName)} · {exact(props.buy[0]?.price ?? '', places)}
        </span>
        <span className="text-accent">
          {exact(props.size)} {props.currency}
        </span>
      </p>
    </figure>
  )
}

function steps(side: readonly TakenLevel[]): readonly Step[] {
  let reached = 0
  return side.map((level) => {
    const from = reached
    reached += drawn(level.quantity)
    return { from, to: reached, price: drawn(level.price) }
  })
}

/** Reverses the points of a step, for the way back along the lower line. */
function backwards(pair: string): string {
  return pair.split(' ').toReversed().join(' ')
}
