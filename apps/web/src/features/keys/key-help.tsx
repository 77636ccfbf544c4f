import type { ExchangeId } from '@makas/contract'
import { Check, Lock } from 'lucide-react'
import { keyText } from '../../text/account/keys.ts'
import { wizardText } from '../../text/account/wizard.ts'
import { tr } from '../../text/frame/tr.ts'
import { TickPicture } from './tick-picture.tsx'

const words = wizardText.help
const NEEDED = [
  { right: 'read', isOn: true },
  { right: 'trade', isOn: true },
  { right: 'withdraw', isOn: false },
  { right: 'transfer', isOn: false },
] as const

type Ticks = (typeof wizardText.guides)[ExchangeId]['ticks']

const labelsOf = (ticks: Ticks, isOn: boolean): readonly string[] =>
  ticks.filter((tick) => tick.isOn === isOn).map(({ label }) => label)

/** Where to make a key, which boxes to tick, which rights a key needs and which rights it must not have (ROLE-12). */
export function KeyHelp({ exchange }: { readonly exchange: ExchangeId }) {
  const guide = wizardText.guides[exchange]
  return (
    <div className="flex flex-col gap-4 p-5 text-13 text-text-2">
      <section className="flex flex-col gap-2">
        <h4 className="font-semibold text-text-1">{words.where}</h4>
        <ol className="flex list-decimal flex-col gap-1.5 pl-5">
          {guide.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="flex flex-col gap-2">
        <h4 className="font-semibold text-text-1">{words.tick}</h4>
        <TickPicture
          label={words.picture(tr.exchanges[exchange], labelsOf(guide.ticks, true), labelsOf(guide.ticks, false))}
          ticks={guide.ticks}
        />
      </section>
      <section className="flex flex-col gap-2 border-t border-line pt-4">
        <h4 className="font-semibold text-text-1">{words.needed}</h4>
        <ul className="flex flex-col gap-1.5">
          {NEEDED.map(({ right, isOn }) => (
            <li key={right} className="flex items-center justify-between gap-3">
              {words.rights[right]}
              <span className={`inline-flex items-center gap-1.5 text-text-1 ${isOn ? '' : 'font-semibold'}`}>
                {isOn ? <Check size={14} aria-hidden /> : <Lock size={14} aria-hidden />}
                {words.must[isOn ? 'on' : 'off']}
              </span>
            </li>
          ))}
        </ul>
        <p className="text-12">{keyText.rights}</p>
      </section>
      <section className="flex flex-col gap-2 border-t border-line pt-4">
        <h4 className="font-semibold text-text-1">{words.address}</h4>
        <p>{words.addressText}</p>
        <p>{guide.address}</p>
      </section>
    </div>
  )
}
