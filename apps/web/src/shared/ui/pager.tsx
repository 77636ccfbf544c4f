import { ChevronLeft, ChevronRight } from 'lucide-react'
import { parts } from '../../text/frame/parts.ts'
import { whole } from '../format/numbers.ts'
import { Button } from './button.tsx'

/** Foot of a paged list: range of rows, total, previous and next page. Pages count from 1. */
export function Pager(props: {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly turn: (page: number) => void
  /** Noun of the rows, after the total: `1.284 kullanıcı`. */
  readonly noun?: string
  /** Text after the total. */
  readonly note?: string | undefined
}) {
  const { page, pageSize, total, turn } = props
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, total)
  const go = (next: number) => next >= 1 && next <= pages && turn(next)
  return (
    <nav
      aria-label={parts.pager.label}
      className="figures flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5 text-13 text-text-2"
    >
      <p className="mr-auto" aria-live="polite">
        {parts.pager.range(whole(from), whole(to), whole(total))}
        {props.noun !== undefined && ` ${props.noun}`}
        {props.note !== undefined && ` · ${props.note}`}
      </p>
      <span>{parts.pager.page(whole(page), whole(pages))}</span>
      {/* Never disabled: a disabled button would lose the focus of a keyboard user. */}
      <Button aria-disabled={page <= 1} className="aria-disabled:text-text-3" onClick={() => go(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
        {parts.pager.previous}
      </Button>
      <Button aria-disabled={page >= pages} className="aria-disabled:text-text-3" onClick={() => go(page + 1)}>
        {parts.pager.next}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  )
}
