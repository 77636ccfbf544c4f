import { Activity, FlaskConical, ShieldCheck, Trash2 } from 'lucide-react'
import { authText } from '../../text/account/auth.ts'

const words = authText.brings
const ICONS = { demo: FlaskConical, live: Activity, safe: ShieldCheck, gone: Trash2 } as const

/** What an account brings, beside the form; left out where there is no room. */
export function AccountBrings() {
  return (
    <aside
      aria-label={words.label}
      className="flex w-79 shrink-0 flex-col gap-6 border-l border-line bg-raised/40 px-7 pt-18 pb-6 max-lg:hidden"
    >
      <ul className="flex flex-col gap-6">
        {words.points.map(({ id, name, text }) => {
          const Icon = ICONS[id]
          return (
            <li key={id} className="flex gap-3">
              <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
              <div>
                <p className="text-13 font-semibold text-text-1">{name}</p>
                <p className="text-13 text-text-2">{text}</p>
              </div>
            </li>
          )
        })}
      </ul>
      <p className="mt-auto text-12 text-text-3">{words.risk}</p>
    </aside>
  )
}
