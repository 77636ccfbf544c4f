import { PATHS, UserEvent } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { ask } from '../../shared/api/ask.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { accountText } from '../../text/account/account.ts'
import { tr } from '../../text/frame/tr.ts'

const words = accountText.events

/** Lists the last events of the account: logins, what protects it, keys. */
export function EventsPanel() {
  const events = useQuery({
    queryKey: ['user', 'events'],
    queryFn: async ({ signal }) =>
      (await ask({ path: PATHS.accountEvents, answer: z.array(UserEvent), as: 'user', signal })).value,
  })
  return (
    <Panel title={words.title}>
      <p className="px-4 pt-4 text-13 text-text-2">{words.lead}</p>
      {events.data === undefined ? (
        events.isError ? (
          <Failed error={events.error} fallback={words.failed} retry={() => void events.refetch()} />
        ) : (
          <Loading rows={3} />
        )
      ) : events.data.length === 0 ? (
        <p className="p-4 text-13 text-text-2">{words.empty}</p>
      ) : (
        <ul aria-label={words.list} tabIndex={0} className="max-h-96 divide-y divide-line overflow-y-auto px-4 py-2">
          {events.data.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Row({ event: { at, kind, by, is_new_device, exchange, address } }: { readonly event: UserEvent }) {
  const facts = [istanbulTime(Date.parse(at)), words.by[by], address === null ? null : words.address(address)]
  const done = words.kinds[kind]
  return (
    <li className="py-2.5 text-13">
      <p className="flex flex-wrap items-center gap-2 font-medium text-text-1">
        {exchange === null ? done : `${tr.exchanges[exchange]}: ${done}`}
        {is_new_device && <Badge tone="warn">{words.newDevice}</Badge>}
      </p>
      <p className="figures text-12 text-text-2">{facts.filter((fact) => fact !== null).join(' · ')}</p>
    </li>
  )
}
