import { Bookmark, Link2, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { Popover } from '../../../shared/ui/layers/popover.tsx'
import { sayDone } from '../../../shared/ui/layers/toast.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { panelWords } from '../../../text/market/opportunity-panels.ts'
import { useViews } from './saved-views.ts'

const words = panelWords.views

const ITEM =
  'flex min-h-8 w-full items-center gap-2.5 rounded-control px-2.5 py-1 text-left text-13 hover:bg-raised pointer-coarse:min-h-11'

/** Named views of the list: saved texts of its address. Starts open: the first press loads it. */
export function ViewMenu(props: { readonly query: string; readonly show: (query: string) => void }) {
  const { query, show } = props
  const views = useViews()
  const [open, setOpen] = useState(true)
  const [name, setName] = useState('')
  /** How the copying of the address went. */
  const [said, setSaid] = useState('')
  const field = useId()
  const here = views.all.find((view) => view.query === query)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    if (typed === '' || !views.isReady) return
    const others = views.all.filter((view) => view.name !== typed)
    if (others.length === views.all.length && views.isFull) return
    views.replace([...others, { name: typed, query }], () => {
      setName('')
      sayDone(words.saved(typed))
    })
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      setSaid(words.copied)
    } catch {
      setSaid(words.copyFailed)
    }
  }
  return (
    <Popover
      label={words.title}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setSaid('')
      }}
      isMenu
      className="w-72"
      trigger={
        <Button>
          <Bookmark size={14} aria-hidden />
          <span className="max-w-40 truncate">{here?.name ?? opportunityWords.viewsButton}</span>
        </Button>
      }
    >
      <p className="px-2.5 pb-1 text-12 text-text-3">{words.title}</p>
      {views.all.length === 0 ? (
        views.isReady && <p className="px-2.5 py-1 text-13 text-text-2">{words.none}</p>
      ) : (
        <ul>
          {views.all.map((view) => (
            <li key={view.name} className="flex items-center gap-1">
              <button
                type="button"
                aria-current={view === here}
                onClick={() => {
                  show(view.query)
                  setOpen(false)
                }}
                className={`${ITEM} aria-current:font-semibold`}
              >
                <span className="truncate">{view.name}</span>
              </button>
              <button
                type="button"
                aria-label={words.remove(view.name)}
                onClick={() => views.replace(views.all.filter((other) => other !== view))}
                className="grid size-8 shrink-0 place-items-center rounded-control text-text-3 hover:bg-raised hover:text-text-1 pointer-coarse:size-11"
              >
                <Trash2 size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {views.isFailed && (
        <p role="alert" className="px-2.5 py-1 text-12 text-bad">
          {words.failed}
        </p>
      )}
      <form onSubmit={save} className="mt-2 flex flex-col gap-1.5 border-t border-line px-2.5 pt-3">
        <label htmlFor={field} className="text-12 text-text-2">
          {words.name}
        </label>
        <span className="flex gap-2">
          <input
            id={field}
            value={name}
            maxLength={40}
            aria-required
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            className="h-8 min-w-0 flex-1 rounded-control border border-text-3 bg-panel px-2 text-14 pointer-coarse:h-11"
          />
          <Button type="submit" disabled={name.trim() === '' || !views.isReady}>
            <Plus size={14} aria-hidden />
            {words.save}
          </Button>
        </span>
        {views.isFull && <p className="text-12 text-text-3">{words.full}</p>}
      </form>
      <button type="button" onClick={() => void copy()} className={`${ITEM} mt-2`}>
        <Link2 size={14} aria-hidden />
        {words.copyLink}
      </button>
      <p role="status" className="px-2.5 text-12 text-text-2">
        {said}
      </p>
    </Popover>
  )
}
