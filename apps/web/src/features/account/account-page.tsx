import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { whole } from '../../shared/format/numbers.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { SecondFactorPanel } from '../../shared/second-factor/second-factor-panel.tsx'
import { closeAuth, openAuth } from '../../shared/session/auth-dialog-store.ts'
import { ownUserQuery } from '../../shared/session/own-user.ts'
import { type StoredUser, userSession, useUser } from '../../shared/session/session.ts'
import { BUTTON, Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { accountText as words } from '../../text/account/account.ts'
import { EventsPanel } from './events-panel.tsx'
import { OwnDataPanel } from './own-data-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { RemovePanel } from './remove-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** `/account`: password, second factor, sessions and data of the logged-in user. */
export function AccountPage() {
  useTitle(words.title)
  const user = useUser()
  return user === null ? <LogInFirst /> : <Account user={user} />
}

function LogInFirst() {
  const navigate = useNavigate()
  useEffect(() => {
    openAuth({ mode: 'login', onClose: () => void navigate({ to: '/' }) })
    return closeAuth
  }, [navigate])
  return (
    <div className="mx-auto flex w-full max-w-130 flex-1 flex-col items-center justify-center gap-4 px-4 py-16 text-center">
      <h1 className="text-20 font-semibold">{words.access.title}</h1>
      <p className="text-text-2">{words.access.text}</p>
      <div className="flex gap-2">
        <button
          type="button"
          onClick={() => openAuth({ mode: 'login', onClose: () => void navigate({ to: '/' }) })}
          className={PRIMARY_BUTTON}
        >
          {words.access.logIn}
        </button>
        <Link to="/" className={`${BUTTON} h-10 px-4 text-14`}>
          {words.access.home}
        </Link>
      </div>
    </div>
  )
}

function Account({ user }: { readonly user: StoredUser }) {
  const { data, error, refetch } = useQuery(ownUserQuery)
  const queries = useQueryClient()
  const { facts } = words
  return (
    <div className="mx-auto flex w-full max-w-190 flex-1 flex-col gap-4 px-4 pt-4 pb-6 sm:px-5">
      <div>
        <h1 className="text-20 font-semibold">{words.title}</h1>
        <p className="text-text-2">{words.lead}</p>
      </div>
      <Panel title={facts.title}>
        <dl className="figures grid gap-x-8 gap-y-2 p-4 text-13 wrap-anywhere *:min-w-0 sm:grid-cols-2">
          <Definition name={facts.name}>{user.username}</Definition>
          <Definition name={facts.plan}>
            {facts.plans[user.selectedPlan]}
            {user.is_premium && ` · ${facts.premium}`}
          </Definition>
          <Definition name={facts.lastLogin}>
            {user.last_login_at === null ? facts.never : istanbulTime(Date.parse(user.last_login_at))}
          </Definition>
          <Definition name={facts.failed}>{whole(user.failed_logins_since)}</Definition>
          {data !== undefined && (
            <Definition name={facts.notice}>
              {data.notice === null ? (
                facts.noNotice
              ) : (
                <Link to="/legal/$document" params={{ document: 'kvkk' }} className="text-accent hover:underline">
                  {facts.noticeOf(data.notice.version, istanbulTime(Date.parse(data.notice.shown_at)))}
                </Link>
              )}
            </Definition>
          )}
        </dl>
        {error !== null && (
          <div className="px-4 pb-4">
            <Notice tone="warn" role="alert" action={<Button onClick={() => void refetch()}>{facts.again}</Button>}>
              {sentenceOf(error, facts.notRead)} {facts.kept}
            </Notice>
          </div>
        )}
        {user.is_password_weak && (
          <div className="px-4 pb-4">
            <Notice tone="warn">{facts.weak}</Notice>
          </div>
        )}
      </Panel>
      <PasswordPanel />
      <SecondFactorPanel
        audience="user"
        isOn={user.totp_enabled}
        changed={(isOn) => {
          userSession.update({ ...user, totp_enabled: isOn })
          void queries.invalidateQueries({ queryKey: ownUserQuery.queryKey })
        }}
      />
      <SessionsPanel />
      <EventsPanel />
      <OwnDataPanel />
      <RemovePanel hasCode={user.totp_enabled} />
    </div>
  )
}
