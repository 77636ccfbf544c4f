import type { TicketDetail } from '@makas/contract'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulDay } from '../../shared/format/times.ts'
import { DefinitionList } from '../../shared/ui/definition-list.tsx'
import { adminTicketsText } from '../../text/admin/admin-tickets.ts'

const words = adminTicketsText.user

/** The ticket's user, beside the thread. */
export function UserFacts({ user }: { readonly user: NonNullable<TicketDetail['user']> }) {
  const plan = words.plans[user.selectedPlan]
  return (
    <section>
      <h3 className="text-12 font-medium text-text-3">{words.title}</h3>
      <DefinitionList
        entries={[
          { name: words.name, value: <span className="wrap-anywhere">{user.name}</span> },
          { name: words.plan, value: user.is_premium ? words.premium(plan) : plan },
          { name: words.exchanges, value: whole(user.connected_exchanges) },
          { name: words.tickets, value: whole(user.tickets) },
          { name: words.since, value: istanbulDay(Date.parse(user.created_at)) },
        ]}
      />
    </section>
  )
}
