import type { Mode } from '@makas/contract'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import type { ListStore } from './list/list-store.ts'
import type { Openers } from './openers.ts'

const loadDialog = async () => ({ default: (await import('./evidence/figure-dialog.tsx')).FigureDialog })
const FigureDialog = lazy(loadDialog)

const route = getRouteApi('/opportunities')

type Opened = {
  /** What the address says is open. */
  readonly figure: { readonly kind: 'evidence' | 'apy'; readonly id: string } | null
  readonly openers: Openers
  readonly close: () => void
}

/** Opens and closes the dialogs of a row through the address, so that a link leads straight to a figure. */
export function useOpened(store: ListStore, mode: Mode, hasRows: boolean): Opened {
  const { evidence, apy } = route.useSearch()
  const navigate = route.useNavigate()

  // Fetched once there is a row to open, so that the first click does not wait for code.
  useEffect(() => {
    if (hasRows) void loadDialog()
  }, [hasRows])

  const openers = useMemo((): Openers => {
    const show = (kind: 'evidence' | 'apy') => (id: string) => {
      // There is nothing behind a sample.
      if (store.row(id)?.held.via === 'sample') return
      void navigate({
        search: ({ mode: kept }) => ({ ...(kept ? { mode: kept } : {}), [kind]: id }),
        replace: true,
        resetScroll: false,
      })
    }
    return { evidence: show('evidence'), net: show(mode === 'carry' ? 'apy' : 'evidence') }
  }, [store, mode, navigate])

  const close = () =>
    void navigate({ search: ({ mode: kept }) => (kept ? { mode: kept } : {}), replace: true, resetScroll: false })
  const figure =
    evidence !== undefined
      ? { kind: 'evidence' as const, id: evidence }
      : apy !== undefined
        ? { kind: 'apy' as const, id: apy }
        : null
  return { figure, openers, close }
}

/** The dialog that the address asks for. */
export function OpenedFigure({ opened, store }: { readonly opened: Opened; readonly store: ListStore }) {
  const { figure, close, openers } = opened
  if (figure === null) return null
  return (
    <Suspense fallback={null}>
      <FigureDialog
        key={figure.id}
        kind={figure.kind}
        id={figure.id}
        store={store}
        close={close}
        openEvidence={openers.evidence}
      />
    </Suspense>
  )
}
