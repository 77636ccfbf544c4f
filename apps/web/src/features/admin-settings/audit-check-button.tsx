import { AuditCheck, PATHS } from '@makas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { adminSystemQuery } from '../../shared/api/admin-queries.ts'
import { ask } from '../../shared/api/ask.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { whole } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { adminSettingsText as words } from '../../text/admin/admin-settings.ts'

/** Verifies the hash chain of the audit log to its end and shows the result. */
export function AuditCheckButton() {
  const queries = useQueryClient()
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () =>
      (await ask({ method: 'POST', path: PATHS.adminAuditCheck, answer: AuditCheck, as: 'admin' })).value,
    onSuccess: () => void queries.invalidateQueries({ queryKey: adminSystemQuery.queryKey }),
  })
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line p-4">
      <Button aria-disabled={isPending} onClick={() => isPending || mutate()}>
        <ShieldCheck size={14} aria-hidden />
        {isPending ? words.checking : words.check}
      </Button>
      {error !== null && (
        <Notice tone="bad" role="alert">
          {sentenceOf(error, words.checkFailed)}
        </Notice>
      )}
      {error === null && data !== undefined && (
        <Notice tone={data.state === 'intact' ? 'good' : 'bad'} role="status">
          {data.state === 'intact' ? words.intact(whole(data.lines ?? 0)) : words.broken(whole(data.broken_at ?? 0))}
        </Notice>
      )}
    </div>
  )
}
