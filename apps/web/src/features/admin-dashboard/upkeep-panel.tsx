import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { adminSystemQuery } from '../../shared/api/admin-queries.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { UpkeepFacts } from '../../shared/upkeep/upkeep-facts.tsx'
import { adminDashboardText } from '../../text/admin/admin-dashboard.ts'

const words = adminDashboardText.upkeep

/** State of backups, audit log and retention. */
export function UpkeepPanel() {
  const { data, isError, error, refetch } = useQuery(adminSystemQuery)
  return (
    <Panel
      title={words.title}
      action={
        <Link to="/admin/settings" className="rounded-control text-accent underline-offset-2 hover:underline">
          {words.more}
        </Link>
      }
    >
      {data !== undefined ? (
        <UpkeepFacts facts={data} />
      ) : isError ? (
        <Failed error={error} fallback={words.failed} retry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Panel>
  )
}
