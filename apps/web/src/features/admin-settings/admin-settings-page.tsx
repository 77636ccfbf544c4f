import { useQuery } from '@tanstack/react-query'
import { Construction } from 'lucide-react'
import { adminStatsQuery, adminSystemQuery } from '../../shared/api/admin-queries.ts'
import { statusQuery } from '../../shared/api/queries.ts'
import { percent } from '../../shared/format/numbers.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { AdminFactor } from '../../shared/second-factor/admin-factor.tsx'
import { useAdmin } from '../../shared/session/session.ts'
import { DefinitionList } from '../../shared/ui/definition-list.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { UpkeepFacts } from '../../shared/upkeep/upkeep-facts.tsx'
import { UPTIME_DEFAULT } from '../../shared/upkeep/uptime.ts'
import { adminSettingsText as words } from '../../text/admin/admin-settings.ts'
import { tr } from '../../text/frame/tr.ts'
import { status as statusText } from '../../text/market/status.ts'
import { AuditCheckButton } from './audit-check-button.tsx'
import { FeedFacts } from './feed-facts.tsx'
import { TradingSwitch } from './trading-switch.tsx'

/** `/admin/settings`: says that nothing can be set yet, and shows facts about the server (ASET-01). */
export function AdminSettingsPage() {
  useTitle(words.title)
  const system = useQuery(adminSystemQuery)
  const stats = useQuery(adminStatsQuery)
  const status = useQuery(statusQuery)
  const admin = useAdmin()
  const facts = system.data
  const uptime = stats.data?.system_uptime ?? null
  const waiting = system.isError ? (
    <Failed error={system.error} fallback={words.failed} retry={() => void system.refetch()} />
  ) : (
    <Loading rows={4} />
  )
  return (
    <div className="flex max-w-300 flex-col gap-4 px-4 py-4 sm:px-5">
      <h1 className="text-20 font-semibold">{words.title}</h1>
      <div className="flex items-start gap-3 rounded-panel border border-dashed border-line bg-panel px-4 py-4">
        <Construction size={20} aria-hidden className="mt-0.5 shrink-0 text-text-3" />
        <div>
          <p className="font-medium">{words.placeholder}</p>
          <p className="text-13 text-text-2">{words.meanwhile}</p>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
        <Panel title={words.system}>
          {facts === undefined ? (
            waiting
          ) : (
            <DefinitionList
              className="px-4 py-1"
              entries={[
                { name: words.version, value: facts.version },
                { name: words.source, value: tr.sources[facts.source] },
                {
                  name: words.since,
                  value:
                    status.data === undefined ? statusText.unknown : istanbulTime(Date.parse(status.data.started_at)),
                },
                {
                  name: words.uptime,
                  value: uptime === null ? words.uptimeUnknown(percent(UPTIME_DEFAULT, 1)) : percent(uptime),
                },
                { name: words.key, value: <code className="font-mono">{facts.key_id}</code>, hint: words.keyHint },
                {
                  name: words.sealing,
                  value:
                    facts.sealing_key_id === facts.key_id ? (
                      words.sealingSame
                    ) : (
                      <code className="font-mono">{facts.sealing_key_id}</code>
                    ),
                },
              ]}
            />
          )}
        </Panel>
        <FeedFacts status={status} />
        <TradingSwitch />
        <Panel title={words.upkeep} className="lg:col-span-2">
          {facts === undefined ? (
            waiting
          ) : (
            <>
              <UpkeepFacts facts={facts} />
              <AuditCheckButton />
            </>
          )}
        </Panel>
      </div>
      {admin !== null && <AdminFactor admin={admin} />}
    </div>
  )
}
