import { TRADING_PATHS, TradingState } from '@makas/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { OctagonX, Play } from 'lucide-react'
import { ask } from '../../shared/api/ask.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { tradingQuery } from '../../shared/api/trading-query.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'
import { TradingStopped } from '../../shared/trading-stopped.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { askConfirm } from '../../shared/ui/layers/alert.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { adminSettingsText as words } from '../../text/admin/admin-settings.ts'

/** Stops all new trades at one press; asks first before it allows new trades again. */
export function TradingSwitch() {
  const queries = useQueryClient()
  const trading = useQuery(tradingQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (is_stopped: boolean) => {
      const body = { is_stopped }
      const path = TRADING_PATHS.admin
      const { value } = await withProof('admin', () =>
        ask({ method: 'PUT', path, body, answer: TradingState, as: 'admin' }),
      )
      return value
    },
    onMutate: () => queries.cancelQueries({ queryKey: tradingQuery.queryKey }),
    onSuccess: (state) => queries.setQueryData(tradingQuery.queryKey, state),
  })
  const isStopped = trading.data !== undefined && trading.data.stopped_at !== null
  async function press(): Promise<void> {
    if (isPending) return
    if (isStopped && !(await askConfirm(words.askResume, { confirm: words.resume }))) return
    mutate(!isStopped)
  }
  return (
    <Panel title={words.trading} className="lg:col-span-2">
      {trading.data === undefined ? (
        trading.isError ? (
          <Failed error={trading.error} fallback={words.tradingFailed} retry={() => void trading.refetch()} />
        ) : (
          <Loading rows={2} />
        )
      ) : (
        <div className="flex flex-col items-start gap-3 p-4">
          {isStopped ? <TradingStopped /> : <p>{words.tradingOn}</p>}
          <p className="text-13 text-text-2">{words.stopNote}</p>
          <Button aria-disabled={isPending} onClick={() => void press()}>
            {isStopped ? <Play size={14} aria-hidden /> : <OctagonX size={14} aria-hidden />}
            {isStopped ? words.resume : words.stop}
          </Button>
          {error !== null && (
            <Notice tone="bad" role="alert">
              {sentenceOf(error, words.turnFailed)}
            </Notice>
          )}
        </div>
      )}
    </Panel>
  )
}
