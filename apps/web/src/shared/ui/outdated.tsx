import type { UseQueryResult } from '@tanstack/react-query'
import { adminText } from '../../text/admin/admin.ts'
import { tr } from '../../text/frame/tr.ts'
import { sentenceOf } from '../api/failure-sentence.ts'
import { istanbulClock } from '../format/times.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Above an admin list that could not be refreshed: why, the list's age, and a retry. `says`: the general reason. */
export function Outdated({ query, says }: { readonly query: UseQueryResult; readonly says: string }) {
  if (!query.isError || query.data === undefined) return null
  return (
    <Notice tone="warn" role="alert" action={<Button onClick={() => void query.refetch()}>{tr.states.retry}</Button>}>
      {sentenceOf(query.error, says)} {adminText.outdated(istanbulClock(query.dataUpdatedAt))}
    </Notice>
  )
}
