import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { failureCode } from '../../../shared/api/failure.ts'
import { evidenceQuery } from '../../../shared/api/queries.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { tr } from '../../../text/tr.ts'
import type { ListStore } from '../list/list-store.ts'
import { useRow } from '../list/use-list.ts'
import { EvidenceBody } from './evidence-body.tsx'
import { EvidenceClosed, EvidenceFailed, EvidenceLoading } from './evidence-states.tsx'

/** The number, opened (design.md § 3). `id` comes from the address, so a link leads straight here. */
export function EvidenceDialog(props: { readonly id: string; readonly store: ListStore; readonly close: () => void }) {
  const { id, store, close } = props
  const answer = useQuery(evidenceQuery(id))
  const now = useRow(store, id)
  // The row as it stood when it was clicked, to say whether the answer is newer.
  const [clickedAt] = useState(() => store.row(id)?.held.row.updated_at ?? null)
  const arrivedAt = useArrival(answer.data)
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef(document.activeElement)
  const symbol = answer.data?.row.symbol ?? now?.held.row.symbol ?? tr.evidence.unknownPair
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-scrim" />
        <Dialog.Content
          ref={panel}
          data-testid="evidence-dialog"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            panel.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            // The row may have been redrawn meanwhile: the focus goes to the button of the same opportunity.
            event.preventDefault()
            const again = document.querySelector<HTMLElement>(`[data-opportunity-id="${CSS.escape(id)}"] button`)
            const opened = opener.current
            const back =
              opened instanceof HTMLElement && opened.isConnected && opened !== document.body ? opened : again
            ;(back ?? document.getElementById('content'))?.focus()
          }}
          className="layer-in fixed inset-0 z-(--z-layer) m-auto flex h-fit max-h-[calc(100dvh-32px)] w-[min(1040px,calc(100vw-32px))] flex-col overflow-hidden rounded-panel border border-line bg-panel shadow-floating outline-none max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none max-sm:border-0"
        >
          <Dialog.Title className="sr-only">{tr.evidence.title(symbol)}</Dialog.Title>
          {answer.data ? (
            <EvidenceBody
              answer={answer.data}
              arrivedAt={arrivedAt}
              clickedAt={clickedAt}
              latest={now?.held ?? null}
              renew={() => void answer.refetch()}
              renewing={answer.isFetching}
            />
          ) : answer.isError ? (
            failureCode(answer.error) === 'opportunity-closed' ? (
              <EvidenceClosed />
            ) : (
              <EvidenceFailed error={answer.error} retry={() => void answer.refetch()} />
            )
          ) : (
            <EvidenceLoading />
          )}
          <Dialog.Close
            aria-label={tr.evidence.close}
            className="absolute top-4 right-4 grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:top-2 pointer-coarse:right-2 pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Steady time at which the shown answer came. */
function useArrival(answer: unknown): number {
  const [arrival, setArrival] = useState(steadyNow)
  useEffect(() => {
    if (answer !== undefined) setArrival(steadyNow())
  }, [answer])
  return arrival
}
