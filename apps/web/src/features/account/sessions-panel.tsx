import { OwnSession, PATHS } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ask } from '../../shared/api/ask.ts'
import { failureCode } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'
import { signOut } from '../../shared/session/sign-out.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { askConfirm } from '../../shared/ui/layers/alert.ts'
import { sayDone } from '../../shared/ui/layers/toast.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { accountText } from '../../text/account/account.ts'

const words = accountText.sessions
const QUERY_KEY = ['user', 'sessions']

/** Lists where the account is logged in; ends one session or all others. */
export function SessionsPanel() {
  const queries = useQueryClient()
  const sessions = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) =>
      (await ask({ path: PATHS.accountSessions, answer: z.array(OwnSession), as: 'user', signal })).value,
  })
  const [isEnding, setEnding] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function end(path: string, question: string, done: string): Promise<void> {
    if (isEnding || !(await askConfirm(question, { confirm: words.verb, isDestructive: true }))) return
    setEnding(true)
    setFailure(null)
    try {
      await withProof('user', () => ask({ method: 'DELETE', path, answer: NO_CONTENT, as: 'user' }))
      sayDone(done)
    } catch (error) {
      // The session had ended before: nothing is left to do.
      if (failureCode(error) === 'not-found') sayDone(done)
      else setFailure(sentenceOf(error, words.endFailed))
    } finally {
      setEnding(false)
      await queries.invalidateQueries({ queryKey: QUERY_KEY })
    }
  }

  return (
    <Panel title={words.title}>
      <p className="px-4 pt-4 text-13 text-text-2">{words.lead}</p>
      {sessions.data === undefined ? (
        sessions.isError ? (
          <Failed error={sessions.error} fallback={words.failed} retry={() => void sessions.refetch()} />
        ) : (
          <Loading rows={2} />
        )
      ) : (
        <ul aria-label={words.list} className="divide-y divide-line px-4 py-2">
          {sessions.data.map((session) => (
            <Row
              key={session.id}
              session={session}
              isEnding={isEnding}
              end={() => void end(PATHS.accountSession(session.id), words.ask(nameOf(session)), words.ended)}
            />
          ))}
        </ul>
      )}
      {failure !== null && (
        <div className="px-4 pb-3">
          <Notice tone="bad" role="alert">
            {failure}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap gap-2 px-4 pb-4">
        <Button onClick={() => void signOut('user')}>{words.endHere}</Button>
        {sessions.data?.some(({ is_current }) => !is_current) === true && (
          <Button
            aria-disabled={isEnding}
            onClick={() => void end(PATHS.accountSessions, words.askOthers, words.othersEnded)}
          >
            {words.endOthers}
          </Button>
        )}
      </div>
    </Panel>
  )
}

type RowProps = { readonly session: OwnSession; readonly isEnding: boolean; readonly end: () => void }

function Row({ session, isEnding, end }: RowProps) {
  const facts = [
    words.used(istanbulTime(Date.parse(session.last_used_at))),
    words.opened(istanbulTime(Date.parse(session.created_at))),
    ...(session.address === null ? [] : [words.address(session.address)]),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-13">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium text-text-1">
          {nameOf(session)}
          {session.is_current && <Badge tone="good">{words.here}</Badge>}
        </p>
        <p className="figures text-12 text-text-2">{facts.join(' · ')}</p>
      </div>
      {!session.is_current && (
        <Button aria-label={words.endOf(nameOf(session))} aria-disabled={isEnding} onClick={end}>
          {words.end}
        </Button>
      )}
    </li>
  )
}

/** Browser and device in words, as far as they are known. */
function nameOf({ browser, device }: OwnSession): string {
  if (browser === null || device === null) return words.unnamed
  return `${words.browsers[browser]} · ${words.devices[device]}`
}
