import type { OpportunityRow } from '@makas/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ownKeysQuery } from '../../../shared/keys/own-queries.ts'
import { sayAlert } from '../../../shared/ui/layers/alert.ts'
import { TradeDialog } from './trade-dialog.tsx'
import { obstacleOf } from './trade-obstacle.ts'

/**
 * A row whose trade button was pressed outside the list: says what the viewer's connections do not allow, else opens
 * its orders.
 */
export function PressedTrade({ row, close }: { readonly row: OpportunityRow; readonly close: () => void }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      const bar = await obstacleOf(row, () => queries.ensureQueryData(ownKeysQuery))
      if (isLeft) return
      if (bar === null) return setOpen(true)
      close()
      await sayAlert(bar)
    }
    void look()
    return () => {
      isLeft = true
    }
  }, [row, close, queries])
  return isOpen ? <TradeDialog row={row} close={close} /> : null
}
