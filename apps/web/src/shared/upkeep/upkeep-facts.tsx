import type { SystemFacts } from '@makas/contract'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminDashboardText } from '../../text/admin/admin-dashboard.ts'
import { whole } from '../format/numbers.ts'
import { istanbulTime } from '../format/times.ts'
import { Definition } from '../ui/definition-list.tsx'
import { Notice } from '../ui/notice.tsx'
import { StateWord } from '../ui/state-word.tsx'

const words = adminDashboardText.upkeep
const time = (iso: string) => istanbulTime(Date.parse(iso))

/**
 * Facts of the data's upkeep in words, each with its time, below the settings that the operator must change. Shared by
 * dashboard and settings.
 */
export function UpkeepFacts({ facts }: { readonly facts: SystemFacts }) {
  const { copies, audit, retention_at: retentionAt, untrusted_proxy: proxy, beside_data: besideData } = facts
  const lines = [
    { name: words.copies, value: <Copies copies={copies} /> },
    { name: words.audit, value: <Audit audit={audit} /> },
    {
      name: words.retention,
      value: retentionAt === null ? waiting(words.neverRetained) : good(words.retained(time(retentionAt))),
    },
  ]
  const list = (
    <dl className="figures m-0 px-4 py-1 text-13">
      {lines.map(({ name, value }) => (
        <Definition
          key={name}
          name={name}
          pairLook="flex flex-wrap justify-between gap-x-4 border-line py-2 not-first:border-t"
          nameLook="text-text-2 sm:basis-40"
          look="text-text-1"
        >
          {value}
        </Definition>
      ))}
    </dl>
  )
  const notices = [
    ...(proxy === null ? [] : [words.untrustedProxy(proxy)]),
    ...besideData.map((what) => words.besideData[what]),
  ]
  if (notices.length === 0) return list
  return (
    <>
      <div className="grid gap-3 px-4 pt-3">
        {notices.map((text) => (
          <Notice key={text} tone="warn">
            {text}
          </Notice>
        ))}
      </div>
      {list}
    </>
  )
}

const good = (text: string): ReactNode => (
  <StateWord tone="good" icon={CircleCheck}>
    {text}
  </StateWord>
)
const waiting = (text: string): ReactNode => (
  <StateWord tone="quiet" icon={CircleDashed}>
    {text}
  </StateWord>
)
const bad = (text: string): ReactNode => (
  <StateWord tone="bad" icon={CircleX}>
    {text}
  </StateWord>
)

function Copies({ copies }: Pick<SystemFacts, 'copies'>) {
  if (copies === null) return bad(words.noFolder)
  if (copies.newest === null) return waiting(words.noCopy)
  return good(words.copy(time(copies.newest), whole(copies.kept)))
}

function Audit({ audit }: Pick<SystemFacts, 'audit'>) {
  if (audit === null) return waiting(words.neverChecked)
  if (audit.state === 'broken') return bad(words.broken(whole(audit.broken_at ?? 0), time(audit.checked_at)))
  return good(words.intact(whole(audit.lines ?? 0), time(audit.checked_at)))
}
