import { PAPER, type PaperTrade } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { RotateCcw, TrendingDown, TrendingUp } from 'lucide-react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { amount, percent, signedGain, whole } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { askConfirm, sayAlert } from '../../shared/ui/layers/alert.ts'
import { lazyLayer } from '../../shared/ui/layers/lazy-layer.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Empty } from '../../shared/ui/state-view.tsx'
import { portfolioText } from '../../text/market/portfolio.ts'
import { PaperRows } from './paper-rows.tsx'
import { PolledPart } from './polled-part.tsx'
import { usePaper, valueAfterEach } from './use-paper.ts'

const words = portfolioText.paper
const LAST = 8
const PaperChart = lazyLayer(
  words.chart.label,
  async () => (await import('./paper-chart.tsx')).PaperChart,
  <div className="h-36" />,
)

/** The virtual balance with its course, and the last paper trades; all of them where `isWhole`. */
export function PaperPanel(props: {
  readonly isWhole?: boolean
  readonly begin?: () => void
  readonly className?: string
}) {
  const { isWhole = false, begin, className = '' } = props
  const { trades, reset, isUser } = usePaper()
  const { data } = trades

  async function resetAll() {
    if (!(await askConfirm(words.resetAsk, { confirm: words.resetVerb, isDestructive: true }))) return
    try {
      await reset()
    } catch (failed) {
      await sayAlert(sentenceOf(failed, words.resetFailed))
    }
  }

  return (
    <Panel
      className={className}
      title={words.title}
      hint={isUser ? words.hint : words.visitorHint}
      action={
        isWhole ? (
          data !== undefined &&
          data.length > 0 && (
            <Button onClick={() => void resetAll()}>
              <RotateCcw size={14} aria-hidden />
              {words.reset}
            </Button>
          )
        ) : (
          <Link to="/portfolio" className="font-medium text-accent hover:underline">
            {words.open}
          </Link>
        )
      }
    >
      <PolledPart query={trades} fallback={words.failed} rows={5}>
        {(kept) => (
          <div className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-[240px_minmax(0,1fr)]">
            <Summary trades={kept} />
            <div className="min-w-0 border-line max-md:border-t md:border-l">
              {kept.length === 0 ? (
                <Empty action={begin && <Button onClick={begin}>{words.first}</Button>}>{words.empty}</Empty>
              ) : (
                <section tabIndex={0} aria-label={words.table} className="relative overflow-x-auto">
                  <PaperRows trades={isWhole ? kept : kept.slice(0, LAST)} withDay={isWhole} />
                </section>
              )}
            </div>
          </div>
        )}
      </PolledPart>
    </Panel>
  )
}

function Summary({ trades }: { readonly trades: readonly PaperTrade[] }) {
  const value = valueAfterEach(trades).at(-1) ?? PAPER.start
  const change = value - PAPER.start
  const Icon = change < 0 ? TrendingDown : TrendingUp
  return (
    <div className="figures flex flex-col gap-1 p-4">
      <p className="text-12 text-text-3">{words.balance}</p>
      <p className="text-20 font-semibold">
        {amount(value)} <span className="text-13 font-normal text-text-3">USD</span>
      </p>
      {trades.length > 0 && (
        <p className={`flex items-center gap-1.5 text-13 ${change < 0 ? 'text-bad' : 'text-good'}`}>
          <Icon size={14} aria-hidden />
          {signedGain(change)} · {percent((100 * change) / PAPER.start)}
        </p>
      )}
      <p className="text-12 text-text-3">{words.count(whole(trades.length))}</p>
      {trades.length > 0 && <PaperChart trades={trades} />}
    </div>
  )
}
