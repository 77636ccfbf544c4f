import type { OpportunityRow, Trade, TradeWorld } from '@makas/contract'
import { useEffect, useState } from 'react'
import { useUser } from '../../../shared/session/session.ts'
import { TradeWorldBadge } from '../../../shared/trade/world-badge.tsx'
import { Badge } from '../../../shared/ui/badge.tsx'
import { Modal } from '../../../shared/ui/layers/dialog.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { tradeWords as words } from '../../../text/market/trades.ts'
import { DialogHead } from '../simulation/dialog-head.tsx'
import { firstAmount } from './first-amount.ts'
import { TradeFoot } from './trade-foot.tsx'
import { TradeForm } from './trade-form.tsx'
import { TradeRun } from './trade-run.tsx'
import { typedAmount } from './typed-amount.ts'
import { usePlan } from './use-plan.ts'
import { useSend } from './use-send.ts'
import { useTrade } from './use-trade.ts'

/** Orders of a row on a test network or on the demo market: first the plan, then its execution. */
export function TradeDialog({ row, close }: { readonly row: OpportunityRow; readonly close: () => void }) {
  const isUser = useUser() !== null
  const [typed, type] = useState(() => firstAmount(row))
  const [begun, begin] = useState<Trade | null>(null)
  const [round, setRound] = useState(0)
  const amount = typedAmount(typed)
  const { planned, renew } = usePlan(row.id, begun === null ? amount.text : null, round)
  const { trade, isUnread } = useTrade(begun)
  const { sending, send, forget } = useSend(begin)
  // Another amount goes to the same market, which stays shown while the new plan is fetched.
  const [known, setKnown] = useState<TradeWorld | null>(null)
  const world = trade?.world ?? (planned.kind === 'ready' ? planned.plan.world : known)
  if (world !== known) setKnown(world)
  // Closes when the user's session ends, also where that happened in another tab.
  useEffect(() => {
    if (!isUser) close()
  }, [isUser, close])
  if (!isUser) return null

  const order = () => {
    if (amount.text !== null) void send({ opportunity_id: row.id, amount: amount.text })
  }
  const again = () => {
    setRound(round + 1)
    begin(null)
  }
  return (
    <Modal
      testId="trade-dialog"
      title={words.title}
      description={<DialogHead row={row} />}
      aside={
        <span className="flex gap-2 sm:ml-auto">
          <Badge>{tr.modes[row.mode]}</Badge>
          {world !== null && <TradeWorldBadge world={world} />}
        </span>
      }
      size="large"
      height="steps"
      firstFocus={(panel) => panel.querySelector('input')}
      onClose={close}
      footer={
        <TradeFoot
          trade={trade}
          canSend={planned.kind === 'ready'}
          sending={sending}
          send={order}
          again={again}
          close={close}
        />
      }
    >
      <div className="flex flex-1 flex-col gap-4 px-5 py-4">
        <p className="text-13 text-text-2">{words.noMoney[world ?? 'unknown']}</p>
        {trade === null ? (
          <TradeForm
            row={row}
            typed={typed}
            type={(next) => {
              forget()
              type(next)
            }}
            amount={amount}
            isFixed={sending.kind === 'sending' || sending.kind === 'lost'}
            planned={planned}
            renew={renew}
          />
        ) : (
          <TradeRun trade={trade} isUnread={isUnread} />
        )}
      </div>
    </Modal>
  )
}
