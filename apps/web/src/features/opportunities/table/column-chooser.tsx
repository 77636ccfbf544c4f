import { Columns3 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { moveByArrows } from '../../../shared/ui/layers/arrow-keys.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import type { TriChoice } from './tri-choice.ts'
import { DEFAULT_OPTIONAL, OPTIONAL_COLUMNS } from './tri-columns.tsx'

const words = opportunityWords

/** Chooses the optional triangular columns (OPP-34). */
export function ColumnChooser({ choice }: { readonly choice: TriChoice }) {
  const { chosen, choose } = choice
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (place.current !== null) moveByArrows(event, place.current)
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <div ref={place} data-testid="column-chooser" className="relative">
      <Button ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Columns3 size={14} aria-hidden />
        {words.columnChooser.button}
      </Button>
      {open && (
        <fieldset className="layer-in absolute right-0 z-(--z-layer) mt-1.5 w-56 rounded-panel border border-line bg-panel p-2 text-13 text-text-1 shadow-floating">
          <legend className="sr-only">{words.columnChooser.title}</legend>
          {OPTIONAL_COLUMNS.map((id) => (
            <label
              key={id}
              className="flex cursor-pointer items-center gap-2.5 rounded-control px-2 py-1.5 hover:bg-raised pointer-coarse:py-2.5"
            >
              <input
                type="checkbox"
                value={id}
                checked={chosen.includes(id)}
                onChange={(event) =>
                  choose(event.target.checked ? [...chosen, id] : chosen.filter((name) => name !== id))
                }
                className="size-4 accent-accent"
              />
              {words.columns[id]}
            </label>
          ))}
          <div className="mt-1 border-t border-line pt-1">
            <button
              type="button"
              onClick={() => choose(DEFAULT_OPTIONAL)}
              className="w-full rounded-control px-2 py-1.5 text-left text-12 font-medium text-accent hover:underline pointer-coarse:py-2.5"
            >
              {words.columnChooser.reset}
            </button>
          </div>
        </fieldset>
      )}
    </div>
  )
}
