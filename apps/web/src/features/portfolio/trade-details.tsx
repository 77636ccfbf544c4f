import type { Trade } from '@makas/contract'
import { istanbulTime } from '../../shared/format/times.ts'
import { SumsTable } from '../../shared/trade/sums-table.tsx'
import { TradeEnd } from '../../shared/trade/trade-end.tsx'
import { TradeStatus } from '../../shared/trade/trade-status.tsx'
import { TradeSteps } from '../../shared/trade/trade-steps.tsx'
import { TradeWorldBadge } from '../../shared/trade/world-badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { tr } from '../../text/frame/tr.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { tradeWords as words } from '../../text/market/trades.ts'

/** Says that a restore interrupted the trade: the exchanges are being asked, or the trade ended open. */
function RestoredTrade({ trade: { status, restored_at } }: { readonly trade: Trade }) {
  if (restored_at === null || (status !== 'running' && status !== 'open')) return null
  return <Notice tone="warn">{portfolioText.restoredTrade[status]}</Notice>
}

/** All orders of a trade, with fills, prices and fees. */
export function TradeDetails({ trade, close }: { readonly trade: Trade; readonly close: () => void }) {
  return (
    <Modal
      testId="trade-details"
      title={trade.name}
      description={
        <span className="figures text-13 text-text-2">
          {tr.modes[trade.mode]} · {istanbulTime(Date.parse(trade.started_at))}
        </span>
      }
      aside={
        <span className="flex items-center gap-3 text-13 sm:ml-auto">
          <TradeWorldBadge world={trade.world} />
          <TradeStatus status={trade.status} />
        </span>
      }
      onClose={close}
      footer={<Button onClick={close}>{words.close}</Button>}
    >
      <div className="flex flex-col gap-4 px-5 py-4">
        <RestoredTrade trade={trade} />
        <TradeEnd trade={trade} />
        <TradeSteps trade={trade} />
        <SumsTable trade={trade} />
      </div>
    </Modal>
  )
}
