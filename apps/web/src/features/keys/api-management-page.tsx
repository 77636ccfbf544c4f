import type { KeyRecord } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Plus, Wand2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { ownKeysQuery, ownPortfolioQuery } from '../../shared/keys/own-queries.ts'
import { closeWizard, openWizard } from '../../shared/keys/wizard-dialog-store.ts'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { type StoredUser, useUser } from '../../shared/session/session.ts'
import { BUTTON, Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { sayDone } from '../../shared/ui/layers/toast.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { apiManagementText as words } from '../../text/account/api-management.ts'
import { keyText } from '../../text/account/keys.ts'
import { ConnectionCard } from './connection-card.tsx'
import { CredentialDialog } from './credential-dialog.tsx'

const RENEW_MS = 15_000

/** `/api-management`: the user's exchange connections and all that can be done with them (APIM-01 to APIM-04). */
export function ApiManagementPage() {
  useTitle(words.title)
  const user = useUser()
  return (
    <div className="mx-auto flex w-full max-w-360 flex-1 flex-col gap-4 px-4 py-4 sm:px-5">
      <Link
        to="/opportunities"
        className="flex items-center gap-2 self-start rounded-control text-13 text-text-2 hover:text-text-1 pointer-coarse:py-2.5"
      >
        <ArrowLeft size={16} aria-hidden />
        {words.back}
      </Link>
      {user === null ? <AccessPrompt /> : <Connections user={user} />}
      <section className="grid gap-6 border-t border-line pt-4 md:grid-cols-3">
        {words.facts.map(({ title, text }) => (
          <div key={title} className="flex flex-col gap-1 text-13">
            <h2 className="font-semibold text-text-1">{title}</h2>
            <p className="text-text-2">{text}</p>
          </div>
        ))}
      </section>
      <p className="text-12 text-text-2">{keyText.rights}</p>
    </div>
  )
}

/** Opens the wizard, and shows a toast once it ends with a connection. */
const connect = (onClose?: () => void) => openWizard({ onFinish: () => sayDone(words.connected), onClose })

/**
 * The page of connections with the wizard open at its first step (product-decisions.md 7). When the wizard closes, the
 * address that opened it is replaced.
 */
export function ApiSettingsPage() {
  const navigate = useNavigate()
  useEffect(() => {
    connect(() => void navigate({ to: '/api-management', replace: true }))
    return closeWizard
  }, [navigate])
  return <ApiManagementPage />
}

function AccessPrompt() {
  return (
    <div className="flex flex-col items-start gap-3 rounded-panel border border-line bg-panel p-5">
      <h1 className="text-20 font-semibold">{words.title}</h1>
      <p className="text-16 font-semibold text-text-1">{keyText.logInFirst}</p>
      <p className="text-13 text-text-2">{words.visitor.text}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" onClick={() => openAuth({ mode: 'login' })} className={PRIMARY_BUTTON}>
          {keyText.logIn}
        </button>
        <button type="button" onClick={() => openAuth({ mode: 'register' })} className={`${BUTTON} h-10`}>
          {words.visitor.register}
        </button>
      </div>
    </div>
  )
}

function Connections({ user }: { readonly user: StoredUser }) {
  const keys = useQuery(ownKeysQuery)
  const hasKeys = (keys.data?.length ?? 0) > 0
  const portfolio = useQuery({ ...ownPortfolioQuery, enabled: hasKeys, refetchInterval: RENEW_MS })
  const [edited, setEdited] = useState<KeyRecord | 'new' | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        <p className="min-w-0 text-13 wrap-anywhere text-text-2">
          {words.welcome} <strong className="font-semibold text-text-1">{user.username}</strong>
          {keys.data !== undefined && ` · ${summaryOf(keys.data)}`}
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button onClick={() => connect()}>
            <Wand2 size={16} aria-hidden />
            {words.wizard}
          </Button>
          <button
            ref={add}
            type="button"
            onClick={() => setEdited('new')}
            className={`${PRIMARY_BUTTON} h-8! pointer-coarse:h-11! px-3 text-13`}
          >
            <Plus size={16} aria-hidden />
            {words.add}
          </button>
        </div>
      </div>
      {keys.data !== undefined && keys.isError && (
        <Notice tone="warn" role="alert" action={<Button onClick={() => void keys.refetch()}>{keyText.retry}</Button>}>
          {sentenceOf(keys.error, keyText.failures.notListed)} {words.older}
        </Notice>
      )}
      {keys.data === undefined ? (
        <div className="rounded-panel border border-line bg-panel">
          {keys.isError ? (
            <Failed error={keys.error} fallback={keyText.failures.notListed} retry={() => void keys.refetch()} />
          ) : (
            <Loading rows={6} label={keyText.loading} />
          )}
        </div>
      ) : keys.data.length === 0 ? (
        <div className="flex flex-col items-start gap-3 rounded-panel border border-line bg-panel p-5">
          <h2 className="text-16 font-semibold text-text-1">{words.none.title}</h2>
          <p className="max-w-160 text-13 text-text-2">{words.none.text}</p>
          <Button onClick={() => connect()}>
            <Wand2 size={16} aria-hidden />
            {words.wizard}
          </Button>
        </div>
      ) : (
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {keys.data.map((record) => (
            <li key={record.id} className="min-w-0">
              <ConnectionCard
                record={record}
                held={portfolio.data?.exchanges.find(({ id }) => id === record.id) ?? null}
                isReading={portfolio.data === undefined && !portfolio.isError}
                update={() => setEdited(record)}
                focusAfterLast={() => add.current}
              />
            </li>
          ))}
        </ul>
      )}
      {edited !== null && <CredentialDialog record={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
    </>
  )
}

function summaryOf(records: readonly KeyRecord[]): string {
  const parts = (['connected', 'pending', 'error', 'disabled'] as const).flatMap((status) => {
    const count = records.filter((record) => record.status === status).length
    return count === 0 ? [] : [words.counts[status](count)]
  })
  return parts.length === 0 ? words.count(0) : `${words.count(records.length)}: ${parts.join(', ')}`
}
