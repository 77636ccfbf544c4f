import type { EvidenceAnswer, Mode } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { failureCode } from '../../../shared/api/failure.ts'
import { evidenceQuery } from '../../../shared/opportunity/evidence-query.ts'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import { useRow } from '../../../shared/opportunity/list/use-list.ts'
import type { RowOf } from '../../../shared/opportunity/modes/modes.ts'
import { rowTitle } from '../../../shared/opportunity/row/headline.ts'
import { useUser } from '../../../shared/session/session.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { useLayerFocus } from '../../../shared/ui/layers/layer-focus.ts'
import { apyWords, evidenceWords } from '../../../text/market/evidence.ts'
import type { DialogKind } from '../filters/address.ts'
import { ApyBody } from './apy/apy-body.tsx'
import { CarryBody } from './carry-body.tsx'
import type { BodyProps } from './evidence-frame.tsx'
import { EvidenceClosed, EvidenceFailed, EvidenceLoading, NotRenewed } from './evidence-states.tsx'
import { SpotBody } from './spot-body.tsx'
import { TriBody } from './tri-body.tsx'

/**
 * The evidence of a row, or the breakdown of its APY (design.md § 3). `id` comes from the address, so a link leads
 * straight here. Both kinds show one answer: going from one to the other changes no figure.
 */
export function FigureDialog(props: {
  readonly kind: 'evidence' | 'apy'
  readonly id: string
  readonly store: ListStore
  readonly close: () => void
  /** Opens another dialog of this row. */
  readonly turnTo: (kind: DialogKind, id: string) => void
}) {
  const { id, store, close } = props
  const answer = useQuery(evidenceQuery(id, useUser() === null ? 'visitor' : 'user'))
  /** The evidence has expired since the shown answer came, or was gone before there was one. */
  const isExpired = failureCode(answer.error) === 'opportunity-closed'
  const now = useRow(store, id)
  // Time of the row when it was clicked, to say whether the answer is newer.
  const [clickedAt] = useState(() => store.row(id)?.held.row.updated_at ?? null)
  const arrivedAt = useArrival(answer.data)
  // The row may be redrawn meanwhile: the focus goes to the current button of this opportunity.
  const focus = useLayerFocus(undefined, () =>
    document.querySelector(`[data-opportunity-id="${CSS.escape(id)}"] button`),
  )
  const row = answer.data?.row ?? now?.held.row
  const apy = props.kind === 'apy' && (row === undefined || row.mode === 'carry')
  const title = row ? rowTitle(row) : evidenceWords.unknownPair
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          {...focus}
          data-testid={apy ? 'apy-dialog' : 'evidence-dialog'}
          aria-describedby={undefined}
          className="layer-in fixed inset-0 z-(--z-layer) m-auto flex h-fit max-h-[calc(100dvh-32px)] w-[min(1040px,calc(100vw-32px))] flex-col overflow-hidden rounded-panel border border-line bg-panel shadow-floating outline-none max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0"
        >
          <Dialog.Title className="sr-only">{apy ? apyWords.title(title) : evidenceWords.title(title)}</Dialog.Title>
          {answer.data ? (
            <Body
              answer={isExpired ? closed(answer.data) : answer.data}
              isExpired={isExpired}
              // A new element for each failure: a screen reader announces the second failure too.
              failure={answer.isError && <NotRenewed key={answer.errorUpdatedAt} error={answer.error} />}
              apy={apy}
              arrivedAt={arrivedAt}
              clickedAt={clickedAt}
              latest={now?.held ?? null}
              renew={() => void answer.refetch()}
              renewing={answer.isFetching}
              openEvidence={() => props.turnTo('evidence', id)}
              simulate={() => props.turnTo('simulation', id)}
            />
          ) : answer.isError ? (
            isExpired ? (
              <EvidenceClosed />
            ) : (
              <EvidenceFailed error={answer.error} retry={() => void answer.refetch()} />
            )
          ) : (
            <EvidenceLoading />
          )}
          <Dialog.Close
            aria-label={evidenceWords.close}
            className="absolute top-4 right-4 grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:top-2 pointer-coarse:right-2 pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type AnswerOf<M extends Mode> = Extract<EvidenceAnswer, { readonly row: RowOf<M> }>
const isOf = <M extends Mode>(answer: EvidenceAnswer, mode: M): answer is AnswerOf<M> => answer.row.mode === mode

const BODIES: { readonly [M in Mode]: (props: BodyProps<AnswerOf<M>>) => ReactNode } = {
  spot: SpotBody,
  carry: CarryBody,
  tri: TriBody,
}

function Body(props: BodyProps & { readonly apy: boolean; readonly openEvidence: () => void }) {
  const { answer, apy, openEvidence, ...rest } = props
  if (apy && isOf(answer, 'carry')) return <ApyBody {...rest} answer={answer} openEvidence={openEvidence} />
  const OfMode = BODIES[answer.row.mode] as (props: BodyProps) => ReactNode
  return <OfMode {...rest} answer={answer} />
}

/** The answer as of a row that has closed since: no action is offered. */
const closed = <A extends EvidenceAnswer>(answer: A): A => ({ ...answer, row: { ...answer.row, state: 'CLOSED' } })

/** Steady time at which the shown answer came. */
function useArrival(answer: unknown): number {
  const [arrival, setArrival] = useState(steadyNow)
  useEffect(() => {
    if (answer !== undefined) setArrival(steadyNow())
  }, [answer])
  return arrival
}
