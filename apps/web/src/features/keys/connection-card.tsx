import type { KeyRecord, PortfolioExchange } from '@makas/contract'
import { LoaderCircle, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { istanbulTime } from '../../shared/format/times.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { apiManagementText } from '../../text/account/api-management.ts'
import { keyText } from '../../text/account/keys.ts'
import { tr } from '../../text/frame/tr.ts'
import { ConnectionBalance } from './connection-balance.tsx'
import { GrantedMark } from './granted-mark.tsx'
import { StatusMark } from './status-mark.tsx'
import { useKeyActions } from './use-key-actions.ts'
import { WorldBadge } from './world-badge.tsx'

const words = apiManagementText.card
const SHOWN = ['read', 'spot_trade', 'futures_trade', 'withdraw', 'transfer'] as const

type Props = {
  readonly record: KeyRecord
  /** The account's balances; null where they are unknown. */
  readonly held: PortfolioExchange | null
  readonly isReading: boolean
  readonly update: () => void
  /** Gets the focus when the only connection is deleted. */
  readonly focusAfterLast: () => HTMLElement | null
}

/** One connection (APIM-02, ENT-05): its status, rights, balances and actions. */
export function ConnectionCard({ record, held, isReading, update, focusAfterLast }: Props) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const { busy, failure, run } = useKeyActions(record, () => card.current?.parentElement ?? null, focusAfterLast)
  const status = busy === 'check' ? 'pending' : record.status
  const name = tr.exchanges[record.exchange_name]

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex min-w-0 flex-col overflow-hidden rounded-panel border border-line bg-panel"
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <h2 id={id} className="text-16 font-semibold text-text-1">
          {name}
        </h2>
        <WorldBadge record={record} />
        <span className="ml-auto">
          <StatusMark status={status} />
        </span>
      </header>
      <p className="border-b border-line px-4 py-2 text-12 text-text-2">
        {keyText.key} <span className="ml-1 font-mono text-13 break-all text-text-1">{record.api_key_masked}</span>
      </p>
      {(failure !== null || status !== 'connected' || record.difference || record.permissions.spot_trade === false) && (
        <div className="flex flex-col gap-2 border-b border-line p-3">
          {status !== 'connected' && (
            <Notice tone={status === 'pending' ? 'info' : status === 'disabled' ? 'warn' : 'bad'} role="status">
              {status === 'error' && held?.error ? held.error : words.troubles[status]}
            </Notice>
          )}
          {status === 'connected' && record.permissions.spot_trade === false && (
            <Notice tone="warn">{words.noTrade}</Notice>
          )}
          {record.difference && (
            <Notice
              tone="bad"
              role="status"
              action={
                <button
                  type="button"
                  aria-label={words.differs.lookedOf(record.name)}
                  aria-disabled={busy !== null}
                  onClick={() => void run('clear')}
                  className={BUTTON}
                >
                  {words.differs.looked}
                </button>
              }
            >
              {record.difference} {words.differs.text}
            </Notice>
          )}
          {failure !== null && (
            <Notice tone="bad" role="alert">
              {failure}
            </Notice>
          )}
        </div>
      )}
      <div className="grid flex-1 gap-x-8 gap-y-4 p-4 sm:grid-cols-2">
        <section aria-label={`${record.name}: ${keyText.permissions.title}`}>
          <h3 className="pb-1 text-12 text-text-2">{keyText.permissions.title}</h3>
          <ul>
            {SHOWN.map((right) => (
              <li key={right} className="flex items-center justify-between gap-3 py-1 text-13 text-text-1">
                {keyText.permissions[right]}
                <GrantedMark record={record} right={right} />
              </li>
            ))}
          </ul>
        </section>
        <ConnectionBalance record={record} held={held} isReading={isReading} />
      </div>
      {/* On a phone all buttons share one line below the text. */}
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5 max-sm:[&>button]:grow max-sm:[&>button]:px-2">
        <p className="figures mr-auto text-12 text-text-2 max-sm:w-full">
          {record.last_checked === null
            ? keyText.neverChecked
            : keyText.lastChecked(istanbulTime(Date.parse(record.last_checked)))}
        </p>
        <button
          type="button"
          aria-label={keyText.checkAgainOf(record.name)}
          aria-disabled={busy !== null}
          onClick={() => void run('check')}
          className={BUTTON}
        >
          <Turning Icon={RotateCw} isTurning={busy === 'check'} />
          {keyText.checkAgain}
        </button>
        {!record.is_demo && (
          <button type="button" aria-label={words.updateOf(record.name)} onClick={update} className={BUTTON}>
            <Pencil size={16} aria-hidden />
            {words.update}
          </button>
        )}
        <button
          type="button"
          aria-label={keyText.deleteOf(record.name)}
          aria-disabled={busy !== null}
          onClick={() => void run('delete')}
          className={`${BUTTON} text-bad!`}
        >
          <Turning Icon={Trash2} isTurning={busy === 'delete'} />
          {keyText.delete}
        </button>
      </footer>
    </article>
  )
}

function Turning({ Icon, isTurning }: { readonly Icon: typeof Trash2; readonly isTurning: boolean }) {
  return isTurning ? <LoaderCircle size={16} aria-hidden className="animate-spin" /> : <Icon size={16} aria-hidden />
}
