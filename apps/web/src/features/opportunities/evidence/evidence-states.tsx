import { ApiFailure, failureCode } from '../../../shared/api/failure.ts'
import { sentenceOf } from '../../../shared/api/failure-sentence.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { errors } from '../../../text/frame/errors.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'

const words = evidenceWords

/** Placeholder of the dialog's size while the account is fetched. */
export function EvidenceLoading() {
  return (
    <div className="flex min-h-110 flex-col gap-5 p-6" aria-busy="true">
      <p className="sr-only" role="status">
        {words.loading}
      </p>
      <span className="skeleton h-7 w-72 max-w-full" />
      <span className="skeleton h-48 w-full" />
      <span className="skeleton h-4 w-80 max-w-full" />
      <span className="skeleton h-4 w-64 max-w-full" />
    </div>
  )
}

/** The kept evidence has expired (404 `opportunity-closed`). */
export function EvidenceClosed() {
  return (
    <div className="flex min-h-60 flex-col justify-center gap-3 p-6 pr-14" role="status">
      <h2 className="text-20 font-semibold">{words.closed.title}</h2>
      <p className="max-w-140 text-text-2">{words.closed.text}</p>
    </div>
  )
}

export function EvidenceFailed({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const reason = error instanceof ApiFailure ? error.reason : null
  const known = reason?.kind === 'refused' ? (reason.code ? errors[reason.code] : reason.detail) : null
  return (
    <div className="flex min-h-60 flex-col items-start justify-center gap-3 p-6 pr-14" role="alert">
      <h2 className="text-20 font-semibold">{words.failed.title}</h2>
      <p className="max-w-140 text-text-2">{known ?? words.failed.text}</p>
      <Button onClick={retry}>{words.failed.retry}</Button>
    </div>
  )
}

/** Above figures that could not be renewed: why. */
export function NotRenewed({ error }: { readonly error: Error }) {
  const { closed, failed, notRenewed } = words
  const isExpired = failureCode(error) === 'opportunity-closed'
  return (
    <div className="px-5 pt-3 sm:px-6">
      <Notice tone="warn" role="alert">
        <strong className="font-semibold">{isExpired ? `${closed.title}.` : notRenewed}</strong>{' '}
        {isExpired ? closed.text : sentenceOf(error, failed.text)}
      </Notice>
    </div>
  )
}
