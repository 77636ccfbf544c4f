import { TicketDetail } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiFailure, storedMeanwhile } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { CONTROL } from '../../shared/forms/field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { sayDone } from '../../shared/ui/layers/toast.tsx'
import { adminTicketsText } from '../../text/admin/admin-tickets.ts'
import { assigneesQuery, assignTicket, reloadTicket, reloadTicketList } from './ticket-list.ts'

const words = adminTicketsText.assignee
const NOBODY = ''

/** Assigns a ticket to an admin. A button confirms the choice, since arrow keys pass every name of the list. */
export function AssigneePicker({ ticket }: { readonly ticket: TicketDetail }) {
  const { data: admins } = useQuery(assigneesQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const id = useId()
  const stored = ticket.assignee
  const value = chosen ?? stored?.id ?? NOBODY
  const isNew = value !== (stored?.id ?? NOBODY)
  const me = admins?.find(({ is_me }) => is_me)
  const others = (admins ?? []).filter((one) => one !== me && one.id !== stored?.id)
  const give = async (to: string) => {
    if (isSending) return
    setSending(true)
    try {
      const { assignee } = await assignTicket(ticket.id, to === NOBODY ? null : to, stored?.id ?? null)
      sayDone(assignee === null ? words.taken : words.given(assignee.name))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const current = TicketDetail.safeParse(storedMeanwhile(error))
      await sayAlert(
        current.success ? words.conflict(current.data.assignee?.name ?? words.nobody) : sentenceOf(error, words.failed),
      )
    } finally {
      setChosen(null)
      setSending(false)
    }
    await Promise.all([reloadTicket(ticket.id), reloadTicketList()])
  }
  return (
    <section className="mt-4 flex flex-col gap-2 border-t border-line pt-4">
      <label htmlFor={id} className="text-12 font-medium text-text-3">
        {words.title}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => setChosen(event.target.value)}
        className={`${CONTROL} h-8 pointer-coarse:h-11`}
      >
        <option value={NOBODY}>{words.nobody}</option>
        {me !== undefined && <option value={me.id}>{words.me(me.name)}</option>}
        {stored !== null && stored.id !== me?.id && <option value={stored.id}>{stored.name}</option>}
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-disabled={isSending || !isNew}
          className="aria-disabled:bg-raised aria-disabled:text-text-3"
          onClick={() => isNew && void give(value)}
        >
          {words.save}
        </Button>
        {me !== undefined && stored?.id !== me.id && <Button onClick={() => void give(me.id)}>{words.toMe}</Button>}
      </div>
    </section>
  )
}
