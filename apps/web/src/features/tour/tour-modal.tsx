import { LISTS, PATHS } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { getJson } from '../../shared/api/get.ts'
import { amount } from '../../shared/format/numbers.ts'
import { endTour, keepTourProgress, type TourProgress, tourProgress } from '../../shared/tour/tour-flag.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { StepTrail, stepHeadingIn } from '../../shared/ui/step-trail.tsx'
import { tourText as words } from '../../text/site/tour.ts'
import { ChooseStep } from './choose-step.tsx'
import { ConnectStep } from './connect-step.tsx'
import { DEMO_BALANCE, type DemoOpportunity, opportunitiesFrom } from './demo-trade.ts'
import { forgetChoice, storeChoice, storedChoice } from './tour-choice.ts'
import { TradeStep } from './trade-step.tsx'

/** Fetched once: the list must not move while a viewer chooses. */
const rowsQuery = {
  queryKey: ['tour-rows'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await getJson(PATHS.lists.spot, LISTS.spot, signal)).value,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

const stepOf = ({ step1_viewed_opportunities, step2_connected_demo_api }: TourProgress): 1 | 2 | 3 =>
  !step1_viewed_opportunities ? 1 : !step2_connected_demo_api ? 2 : 3

/**
 * The paper-trade tour (TOUR-01 to TOUR-03): an opportunity, demo exchanges, a trade with virtual money. A reload goes
 * on from the stored progress; closing the tour clears the progress (STATE-11).
 */
export function TourModal({ goToOpportunities }: { readonly goToOpportunities: () => void }) {
  const [progress, setProgress] = useState(tourProgress)
  const [chosen, setChosen] = useState(storedChoice)
  const [balance, setBalance] = useState(DEMO_BALANCE)
  const rows = useQuery(rowsQuery)
  const isLoading = rows.isPending
  const offered = useMemo(() => (isLoading ? null : opportunitiesFrom(rows.data ?? [])), [isLoading, rows.data])
  const step = stepOf(progress)
  // After a reload in a browser that refuses `sessionStorage` the first opportunity is taken.
  const opportunity: DemoOpportunity | null = chosen ?? offered?.[0] ?? null

  const move = useCallback(
    (change: Partial<TourProgress>) => {
      const next = { ...progress, ...change }
      keepTourProgress(next)
      setProgress(next)
    },
    [progress],
  )
  const end = useCallback(() => {
    forgetChoice()
    endTour()
  }, [])
  // The page was reloaded while the result of the trade was shown: the tour is over.
  useEffect(() => {
    if (tourProgress().step3_completed_demo_trade) end()
  }, [end])
  const connected = useCallback(() => move({ step2_connected_demo_api: true }), [move])
  const traded = useCallback(
    (profit: number) => {
      setBalance((before) => before + profit)
      move({ step3_completed_demo_trade: true })
    },
    [move],
  )

  return (
    <Modal
      title={words.title}
      aside={<StepTrail isBare label={words.stepOf(step, words.steps.length)} steps={words.steps} now={step} />}
      size="small"
      height="tour"
      testId="tour-modal"
      firstFocus={stepHeadingIn}
      onClose={end}
    >
      <p className="figures sticky top-0 z-(--z-sticky) flex justify-between border-b border-line bg-raised px-5 py-2 text-12 text-text-2">
        {words.balance}
        <strong className="text-13 font-semibold text-text-1">{words.usd(amount(balance))}</strong>
      </p>
      {step === 1 ? (
        <ChooseStep
          offered={offered}
          choose={(one) => {
            setChosen(one)
            storeChoice(one)
            move({ step1_viewed_opportunities: true })
          }}
        />
      ) : opportunity === null ? null : step === 2 ? (
        <ConnectStep
          opportunity={opportunity}
          back={() => move({ step1_viewed_opportunities: false })}
          done={connected}
        />
      ) : (
        <TradeStep
          opportunity={opportunity}
          balance={balance}
          traded={traded}
          end={end}
          look={() => {
            end()
            goToOpportunities()
          }}
        />
      )}
    </Modal>
  )
}
