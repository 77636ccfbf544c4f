import { LIMITS } from '@makas/contract'
import { RefreshCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useAnswerTime } from '../../../shared/api/answer-time.ts'
import { milliseconds, whole } from '../../../shared/format/numbers.ts'
import { istanbulClock, wholeSeconds } from '../../../shared/format/times.ts'
import type { Flow } from '../../../shared/live/flow.ts'
import { asOfAgeMs } from '../../../shared/opportunity/list/as-of-age.ts'
import type { ListView } from '../../../shared/opportunity/list/list-store.ts'
import type { LiveList } from '../../../shared/opportunity/list/use-list.ts'
import { useUser } from '../../../shared/session/session.ts'
import { steadyNow } from '../../../shared/time/steady.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Ticking } from '../../../shared/ui/ticking.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { JitterSwitch } from './jitter-switch.tsx'

const words = opportunityWords

/** Number of exchanges that is shown until the server has answered (CONST-06). */
const DEFAULT_EXCHANGES = 4

/** Heading of the page with the connection state (OPP-01 to OPP-06). */
export function PageHeader(props: {
  readonly list: LiveList
  readonly view: ListView
  readonly exchanges: number | null
  readonly flow: Flow
  readonly phone: boolean
}) {
  const { list, view } = props
  const answerMs = useAnswerTime()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    if (busy) return
    setBusy(true)
    await list.refresh()
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <h1 className="text-20 font-semibold">{words.title}</h1>
      {/* The connection state gets longer with the first answer: on a phone its second line is reserved from the
       start. On a tablet too the state stands beneath the heading: on the heading's line it would leave no room for
       the buttons. */}
      <ul className="figures flex max-lg:order-last max-sm:min-h-11 max-lg:w-full flex-wrap content-start items-center gap-x-4.5 gap-y-1 text-13 text-text-2">
        <li data-testid="connection-state" className="flex items-center gap-2 text-text-1">
          <ConnectionState view={view} flow={props.flow} />
        </li>
        <li data-testid="response-time">
          {words.answer}{' '}
          <b className="font-medium text-text-1">{answerMs === null ? words.noAnswerYet : milliseconds(answerMs)}</b>
        </li>
        <li data-testid="exchange-count">
          <b className="font-medium text-text-1">{whole(props.exchanges ?? DEFAULT_EXCHANGES)}</b> {words.exchangeUnit}
        </li>
        <li data-testid="last-update">
          {words.last}{' '}
          <b className="font-medium text-text-1">
            {view.updatedAt === null ? words.noAnswerYet : istanbulClock(view.updatedAt)}
          </b>{' '}
          {words.zone}
        </li>
      </ul>
      <div className="ml-auto flex items-center gap-4 print:hidden">
        {!props.phone && <JitterSwitch list={list} />}
        <Button onClick={refresh} aria-disabled={busy} aria-label={busy ? words.refreshing : words.refresh}>
          <RefreshCw size={14} aria-hidden className={busy ? 'animate-spin' : ''} />
          {words.refresh}
        </Button>
      </div>
    </div>
  )
}

function ConnectionState({ view, flow }: { readonly view: ListView; readonly flow: Flow }) {
  const isUser = useUser() !== null
  const age = useCallback(() => words.cacheAge(wholeSeconds(asOfAgeMs(view, steadyNow()))), [view])
  const isLinked = view.transport === 'streaming'
  const fine = isLinked && flow === 'flowing'
  return (
    <>
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${fine ? 'bg-good' : view.transport === 'connecting' ? 'bg-text-3' : 'bg-warn'}`}
      />
      {/* The cache's label is the state itself; beside any other state it gives the age of the list. */}
      {!(view.cached && fine && view.source === 'cache') && (
        <span>{isLinked && flow !== 'flowing' ? words.flow[flow] : stateWords(view, isUser)}</span>
      )}
      {view.cached && <Ticking className="text-text-2" text={age} />}
    </>
  )
}

/** The connection state in words. Only a live connection is called live (turkish.md § 2). */
function stateWords(view: ListView, isUser: boolean): string {
  if (view.transport === 'connecting') return words.state.connecting
  if (view.transport === 'failed' || view.transport === 'unanswered') return words.state.failed
  if (view.transport === 'polling')
    return words.state.polling(whole((isUser ? LIMITS.userPollMs : LIMITS.pollMs) / 1000))
  if (view.transport === 'sample') return words.state.sample
  return words.state[view.source ?? 'cache']
}
