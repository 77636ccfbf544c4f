import type { PaperTrade } from '@makas/contract'
import { signedGain } from '../../shared/format/numbers.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { valueAfterEach } from './use-paper.ts'

const words = portfolioText.paper.chart
const [WIDTH, HEIGHT, LEFT, FOOT] = [240, 150, 44, 18]

/** The virtual balance after each trade, as a chart and, for screen readers, as a list. */
export function PaperChart({ trades }: { readonly trades: readonly PaperTrade[] }) {
  const values = valueAfterEach(trades)
  const start = values[0] ?? 0
  const changes = values.map((value) => value - start)
  const [low, high] = [Math.min(0, ...changes), Math.max(0, ...changes)]
  const room = high - low === 0 ? 1 : high - low
  const x = (at: number) => LEFT + (at * (WIDTH - LEFT - 6)) / Math.max(1, changes.length - 1)
  const y = (value: number) => 8 + ((high - value) * (HEIGHT - FOOT - 16)) / room
  const line = changes.map((value, at) => (at === 0 ? `M${x(0)} ${y(value)}` : `H${x(at)} V${y(value)}`)).join(' ')
  const last = changes.length - 1
  const ticks = [...new Set([high, 0, low])]
  const inOrder = [...trades].reverse()
  return (
    <figure className="m-0">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="figures block h-auto w-full" aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH - 6} y1={y(tick)} y2={y(tick)} className="stroke-line" strokeWidth="1" />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" className="fill-text-3 text-[11px]">
              {signedGain(tick)}
            </text>
          </g>
        ))}
        <path d={`${line} V${y(0)} H${x(0)} Z`} className="fill-accent" opacity="0.14" />
        <path d={line} fill="none" className="stroke-accent" strokeWidth="1.5" />
        <circle cx={x(last)} cy={y(changes[last] ?? 0)} r="3" className="fill-accent" />
        <text x={LEFT} y={HEIGHT - 3} className="fill-text-3 text-[11px]">
          {words.begin}
        </text>
        <text x={WIDTH - 6} y={HEIGHT - 3} textAnchor="end" className="fill-text-3 text-[11px]">
          {words.now}
        </text>
      </svg>
      <figcaption className="sr-only">
        {words.label}
        <ul>
          {inOrder.slice(-20).map((trade, at) => (
            <li key={trade.id}>
              {words.point(
                istanbulTime(Date.parse(trade.filled_at)),
                signedGain(changes[changes.length - Math.min(20, inOrder.length) + at] ?? 0),
              )}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
