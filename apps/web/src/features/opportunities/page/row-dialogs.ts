import type { Mode } from '@makas/contract'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import { CLOSED, DIALOGS, type DialogKind } from '../filters/address.ts'
import type { RowActions } from './row-actions.ts'

const route = getRouteApi('/opportunities')

declare module '@tanstack/history' {
  interface HistoryState {
    /** This history entry was added by opening a dialog: closing it goes back. */
    readonly openedDialog?: true
  }
}

export type RowDialogs = {
  /** The dialog that the address opens; null: none. */
  readonly dialog: { readonly kind: DialogKind; readonly id: string } | null
  readonly actions: Pick<RowActions, 'evidence' | 'net' | 'simulation'>
  /** Opens another dialog of the same row in place of the open dialog, in the same entry of the history. */
  readonly turnTo: (kind: DialogKind, id: string) => void
  readonly close: () => void
}

/**
 * Opens and closes the dialogs of a row through the address, so that a link leads straight to a figure. An open dialog
 * is an entry of the history, so Back closes it. The other parameters stay as they are.
 */
export function useRowDialogs(store: ListStore, mode: Mode): RowDialogs {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()

  const go = useCallback(
    (kind: DialogKind, id: string, replace: boolean) =>
      void navigate({
        search: (now) => ({ ...now, ...CLOSED, [kind]: id }),
        state: (state) => (replace ? state : { ...state, openedDialog: true }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const actions = useMemo(() => {
    const show = (kind: DialogKind) => (id: string) => {
      // A sample has no evidence to open.
      if (store.row(id)?.held.via !== 'sample') go(kind, id, false)
    }
    return {
      evidence: show('evidence'),
      net: show(mode === 'carry' ? 'apy' : 'evidence'),
      simulation: show('simulation'),
    }
  }, [store, mode, go])
  const turnTo = useCallback((kind: DialogKind, id: string) => go(kind, id, true), [go])
  const isClosing = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address ends the closing
  useEffect(() => {
    isClosing.current = false
  }, [search])
  const close = useCallback(() => {
    if (history.location.state.openedDialog) {
      // Going back takes a moment, in which a second press would leave the page.
      if (!isClosing.current) history.back()
      isClosing.current = true
    } else void navigate({ search: (now) => ({ ...now, ...CLOSED }), replace: true, resetScroll: false })
  }, [history, navigate])

  const kind = DIALOGS.find((name) => search[name] !== undefined)
  const id = kind === undefined ? undefined : search[kind]
  return { dialog: kind === undefined || id === undefined ? null : { kind, id }, actions, turnTo, close }
}
