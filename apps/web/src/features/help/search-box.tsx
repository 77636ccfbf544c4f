import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { helpText as words } from '../../text/support/help.ts'

/** Searches while typing; `/` anywhere on the page focuses the box, Escape empties it. */
export function SearchBox({ typed, type }: { readonly typed: string; readonly type: (typed: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target
      if (at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  const clear = () => {
    type('')
    input.current?.focus()
  }
  return (
    <search className="relative block max-w-180">
      <Search size={20} aria-hidden className="pointer-events-none absolute inset-y-0 left-4 my-auto text-text-2" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-label={words.search}
        aria-keyshortcuts="/"
        placeholder={words.placeholder}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          clear()
        }}
        className="h-12 w-full rounded-panel border border-text-3 bg-panel pr-14 pl-12 text-16 text-text-1 placeholder:text-text-3 hover:border-text-2 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed === '' ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-4 my-auto h-5 rounded-control border border-line px-1.5 text-12 text-text-2 pointer-coarse:hidden"
        >
          /
        </span>
      ) : (
        <button
          type="button"
          aria-label={words.clear}
          onClick={clear}
          className="absolute inset-y-0 right-2 my-auto grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </search>
  )
}
