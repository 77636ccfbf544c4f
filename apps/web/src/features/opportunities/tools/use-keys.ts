import { useEffect, useRef, useState } from 'react'
import { storedPreference, storePreference } from '../../../shared/storage/preferences.ts'

/** Actions of the keys; each works on the row that has the focus, or on the first. */
export type KeyActions = {
  readonly search: () => void
  readonly move: (by: 1 | -1) => void
  readonly simulate: (id: string) => void
  readonly filters: () => void
  readonly help: () => void
}

/**
 * Keys of the list: `/` search, `j` and `k` down and up, `s` simulation, `c` filters, `?` all of them (`Enter` is the
 * row's own). Silent while typing, behind a dialog, with a modifier, and when they are switched off (WCAG 2.1.4).
 */
export function useKeys(isOn: boolean, actions: KeyActions): void {
  const latest = useRef<KeyActions | null>(null)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const act = latest.current
      if (act === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const at = event.target instanceof HTMLElement ? event.target : null
      if (at?.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]'))
        return
      if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
      const row =
        at?.closest<HTMLElement>('[data-opportunity-id]') ??
        document.querySelector<HTMLElement>('[data-opportunity-id]')
      const keys: Record<string, () => void> = {
        '/': act.search,
        j: () => act.move(1),
        k: () => act.move(-1),
        s: () => row?.dataset.opportunityId !== undefined && act.simulate(row.dataset.opportunityId),
        c: act.filters,
        '?': act.help,
      }
      const run = keys[event.key]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}

const KEY = 'makas.keys'

/** Whether the keys act; kept in storage. */
export function useKeySwitch(): { readonly isOn: boolean; readonly choose: (isOn: boolean) => void } {
  const [isOn, setOn] = useState(() => storedPreference(KEY) !== 'off')
  const choose = (next: boolean) => {
    setOn(next)
    storePreference(KEY, next ? 'on' : 'off')
  }
  return { isOn, choose }
}

/** Moves the focus to the next or the previous row; to the first row where no row has the focus. */
export function moveFocus(by: 1 | -1): void {
  const here = document.activeElement?.closest<HTMLElement>('[data-opportunity-id]')
  if (here === null || here === undefined) {
    document.querySelector<HTMLElement>('[data-opportunity-id]')?.focus()
    return
  }
  here.focus()
  // The row handles the arrow keys itself, because only rows in view exist.
  here.dispatchEvent(new KeyboardEvent('keydown', { key: by === 1 ? 'ArrowDown' : 'ArrowUp', bubbles: true }))
}
