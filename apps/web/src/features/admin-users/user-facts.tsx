import type { TrailRow, UserDetail } from '@makas/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleX, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { istanbulTime } from '../../shared/format/times.ts'
import { CheckField } from '../../shared/forms/check-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { StateWord } from '../../shared/ui/state-word.tsx'
import { adminUsersText } from '../../text/admin/admin-users.ts'
import { tr } from '../../text/frame/tr.ts'
import { trailSentence } from './trail-sentence.ts'
import { trailQuery } from './users-query.ts'

const words = adminUsersText.dialog
const HEAD = 'text-12 font-medium text-text-2'

const STATES = {
  connected: { tone: 'good', icon: CircleCheck },
  error: { tone: 'bad', icon: CircleX },
  pending: { tone: 'quiet', icon: LoaderCircle },
  disabled: { tone: 'quiet', icon: Ban },
} as const

/** The user's connected exchanges (nothing of their keys) and the newest lines of the audit log. */
export function UserFacts(props: { readonly id: string; readonly detail: UseQueryResult<UserDetail> }) {
  const { data, isError, error, refetch } = props.detail
  return (
    <div className="flex min-w-0 flex-col gap-5 border-line bg-page/50 p-5 max-md:border-t md:border-l">
      <section className="flex flex-col gap-1">
        <h3 className={HEAD}>{words.exchanges}</h3>
        {data === undefined ? (
          isError ? (
            <Failed error={error} fallback={words.detailFailed} retry={() => void refetch()} />
          ) : (
            <Loading rows={2} />
          )
        ) : data.exchanges.length === 0 ? (
          <p className="text-13 text-text-2">{words.noExchanges}</p>
        ) : (
          <ul className="m-0 list-none p-0 text-13">
            {data.exchanges.map(({ exchange, testnet, is_demo, status }) => (
              <li
                key={`${exchange} ${testnet} ${is_demo}`}
                className="flex items-center justify-between gap-3 border-line py-1.5 not-last:border-b"
              >
                {tr.exchanges[exchange]}
                <StateWord {...STATES[status]}>
                  {words.states[status]}
                  {testnet && ` · ${words.testnet}`}
                  {is_demo && ` · ${words.demo}`}
                </StateWord>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Trail id={props.id} />
    </div>
  )
}

function Trail({ id }: { readonly id: string }) {
  const [pieces, setPieces] = useState(1)
  const [hasLooks, setHasLooks] = useState(false)
  const { data, isError, error, refetch } = useQuery(trailQuery(id, pieces, hasLooks))
  return (
    <section className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className={HEAD}>{words.trail}</h3>
        <CheckField
          label={<span className="text-12 text-text-2">{words.looks}</span>}
          checked={hasLooks}
          onChange={({ target }) => setHasLooks(target.checked)}
        />
      </div>
      {data === undefined ? (
        isError ? (
          <Failed error={error} fallback={words.trailFailed} retry={() => void refetch()} />
        ) : (
          <Loading rows={4} />
        )
      ) : data.lines.length === 0 ? (
        <p className="text-13 text-text-2">{words.noTrail}</p>
      ) : (
        <>
          <ol className="figures m-0 flex list-none flex-col gap-1.5 p-0 text-13">
            {data.lines.map((line) => (
              <Line key={line.seq} line={line} />
            ))}
          </ol>
          {data.total > data.lines.length && data.lines.length < 100 && (
            <div>
              <Button onClick={() => setPieces(pieces + 2)}>{words.moreTrail}</Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Line({ line }: { readonly line: TrailRow }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <time dateTime={line.at} className="text-12 leading-5 whitespace-nowrap text-text-3">
        {istanbulTime(Date.parse(line.at)).slice(0, 16)}
      </time>
      <span className="wrap-anywhere">{trailSentence(line)}</span>
    </li>
  )
}
