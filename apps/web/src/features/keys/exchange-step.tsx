import type { ExchangeId, KeyRecord } from '@makas/contract'
import { EXCHANGES } from '@makas/domain'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, LoaderCircle, RotateCw, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { ownKeysQuery } from '../../shared/keys/own-queries.ts'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { BUTTON, Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Empty, Failed, Loading } from '../../shared/ui/state-view.tsx'
import { StepHeading } from '../../shared/ui/step-trail.tsx'
import { keyText } from '../../text/account/keys.ts'
import { wizardText } from '../../text/account/wizard.ts'
import { tr } from '../../text/frame/tr.ts'
import { StatusMark } from './status-mark.tsx'
import { useKeyActions } from './use-key-actions.ts'
import { WorldBadge } from './world-badge.tsx'

const words = wizardText.choose

/** Step 1 (WIZ-01): the four exchanges, and beneath them the existing connections. */
export function ExchangeStep({ choose }: { readonly choose: (exchange: ExchangeId) => void }) {
  const user = useUser()
  const keys = useQuery({ ...ownKeysQuery, enabled: user !== null })
  const choices = useRef<HTMLUListElement>(null)
  return (
    <div className="flex flex-col gap-5 p-5">
      <div className="flex flex-col gap-1">
        <StepHeading>{words.title}</StepHeading>
        <p className="text-13 text-text-2">{words.lead}</p>
      </div>
      {user === null && (
        <Notice tone="warn" action={<Button onClick={() => openAuth({ mode: 'login' })}>{keyText.logIn}</Button>}>
          {keyText.logInFirst}
        </Notice>
      )}
      <ul ref={choices} className="grid gap-3 sm:grid-cols-2">
        {EXCHANGES.map((exchange) => {
          const isConnected = keys.data?.some((key) => key.exchange_name === exchange)
          return (
            <li key={exchange}>
              <button
                type="button"
                onClick={() => choose(exchange)}
                className="flex h-16 w-full items-center gap-3 rounded-control border border-text-3 bg-panel px-4 text-left hover:border-accent hover:bg-raised"
              >
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="text-14 font-semibold text-text-1">
                    {tr.exchanges[exchange]} <span className="sr-only">{words.connect}</span>
                  </span>
                  <span className={`text-12 ${isConnected === true ? 'text-good' : 'text-text-2'}`}>
                    {isConnected === true
                      ? words.connected
                      : isConnected === false || user === null
                        ? words.notConnected
                        : keys.isError
                          ? words.unknown
                          : words.reading}
                  </span>
                </span>
                <ChevronRight size={16} aria-hidden className="text-text-2" />
              </button>
            </li>
          )
        })}
      </ul>
      {user !== null && (
        <section aria-label={words.list} className="flex flex-col gap-2">
          <h4 className="text-13 font-semibold text-text-1">{words.list}</h4>
          <div className="rounded-control border border-line">
            {keys.data === undefined ? (
              keys.isError ? (
                <Failed error={keys.error} fallback={keyText.failures.notListed} retry={() => void keys.refetch()} />
              ) : (
                <Loading rows={2} label={keyText.loading} />
              )
            ) : keys.data.length === 0 ? (
              <Empty>{words.none}</Empty>
            ) : (
              <ul className="divide-y divide-line">
                {keys.data.map((record) => (
                  <Connected
                    key={record.id}
                    record={record}
                    focusAfterLast={() => choices.current?.querySelector('button') ?? null}
                  />
                ))}
              </ul>
            )}
          </div>
        </section>
      )}
    </div>
  )
}

/** One connection: checked again or deleted; a failure is shown in its own row (ERR-03, ERR-04). */
function Connected(props: { readonly record: KeyRecord; readonly focusAfterLast: () => HTMLElement | null }) {
  const { record, focusAfterLast } = props
  const entry = useRef<HTMLLIElement>(null)
  const { busy, failure, run } = useKeyActions(record, () => entry.current, focusAfterLast)
  return (
    <li ref={entry} className="flex flex-col gap-2 px-3 py-2.5">
      <div tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="text-13 font-semibold text-text-1">{tr.exchanges[record.exchange_name]}</span>
        <WorldBadge record={record} />
        <span className="font-mono text-12 text-text-2">{record.api_key_masked}</span>
        <span className="ml-auto flex items-center gap-3">
          <StatusMark status={busy === 'check' ? 'pending' : record.status} />
          <button
            type="button"
            aria-label={keyText.checkAgainOf(record.name)}
            aria-disabled={busy !== null}
            onClick={() => void run('check')}
            className={`${BUTTON} px-2`}
          >
            {busy === 'check' ? (
              <LoaderCircle size={16} aria-hidden className="animate-spin" />
            ) : (
              <RotateCw size={16} aria-hidden />
            )}
          </button>
          <button
            type="button"
            aria-label={keyText.deleteOf(record.name)}
            aria-disabled={busy !== null}
            onClick={() => void run('delete')}
            className={`${BUTTON} px-2 text-bad!`}
          >
            <Trash2 size={16} aria-hidden />
          </button>
        </span>
      </div>
      {failure !== null && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
    </li>
  )
}
