import type { KeyRecord } from '@makas/contract'
import { CircleCheck, Info, Plus } from 'lucide-react'
import { istanbulTime } from '../../shared/format/times.ts'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { StepHeading } from '../../shared/ui/step-trail.tsx'
import { keyText } from '../../text/account/keys.ts'
import { wizardText } from '../../text/account/wizard.ts'
import { tr } from '../../text/frame/tr.ts'
import { RIGHTS, type Right, worldOf } from './granted.ts'
import { GrantedMark } from './granted-mark.tsx'

const words = wizardText.result
const TEXTS: Readonly<Record<Right, string>> = {
  withdraw: words.withdrawText,
  transfer: words.transferText,
  read: words.readText,
  spot_trade: words.spotText,
  futures_trade: words.futuresText,
}

/** Step 3 (WIZ-03): the rights that the exchange reports for the key, the withdraw right first. */
export function ResultStep({ record }: { readonly record: KeyRecord }) {
  const held = record.balance === null ? null : Object.keys(record.balance).length
  return (
    <div className="flex flex-col gap-4 p-5">
      <div className="flex items-start gap-3">
        <CircleCheck size={24} aria-hidden className="mt-0.5 shrink-0 text-good" />
        <div className="flex min-w-0 flex-col gap-1">
          <StepHeading>{words.title(tr.exchanges[record.exchange_name])}</StepHeading>
          <p className="text-13 text-text-2">
            {keyText.saved}: <span className="font-mono text-text-1">{record.api_key_masked}</span>
          </p>
        </div>
      </div>
      <section aria-label={keyText.permissions.title} className="flex flex-col">
        <div className="flex items-baseline justify-between gap-3 border-b border-line pb-2">
          <h4 className="text-13 font-semibold text-text-1">{keyText.permissions.title}</h4>
          {record.last_checked !== null && (
            <p className="figures text-12 text-text-2">{words.answer(istanbulTime(Date.parse(record.last_checked)))}</p>
          )}
        </div>
        <ul className="divide-y divide-line border-b border-line">
          {RIGHTS.map((right) => (
            <li key={right} className="flex items-center justify-between gap-4 py-2">
              <div className="min-w-0">
                <p className="text-13 font-medium text-text-1">{keyText.permissions[right]}</p>
                <p className="text-12 text-text-2">{TEXTS[right]}</p>
              </div>
              <span className="shrink-0">
                <GrantedMark record={record} right={right} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      {record.permissions.spot_trade === false && <Notice tone="warn">{words.noTrade}</Notice>}
      <dl className="grid grid-cols-2 gap-4 text-13">
        <Definition name={words.balance} nameLook="text-12 text-text-2" look="figures font-semibold text-text-1">
          {held === null ? words.unread : words.assets(held)}
        </Definition>
        <Definition name={words.account} nameLook="text-12 text-text-2" look="font-semibold text-text-1">
          {worldOf(record)}
        </Definition>
      </dl>
      {!record.is_demo && (
        <p className="flex items-start gap-2 text-12 text-text-2">
          <Info size={16} aria-hidden className="mt-0.5 shrink-0" />
          {wizardText.help.addressText}
        </p>
      )}
    </div>
  )
}

/** The way on from the last step: another exchange (STATE-18), or the end (STATE-19). */
export function ResultFoot(props: { readonly again: () => void; readonly finish: () => void }) {
  return (
    <div className="flex w-full items-center justify-between gap-3">
      <button type="button" onClick={props.again} className={BUTTON}>
        <Plus size={16} aria-hidden />
        {words.again}
      </button>
      <button
        type="button"
        onClick={props.finish}
        className={`${PRIMARY_BUTTON} h-8! pointer-coarse:h-11! px-4 text-13`}
      >
        {words.finish}
      </button>
    </div>
  )
}
