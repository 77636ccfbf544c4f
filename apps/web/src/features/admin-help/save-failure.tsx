import { ApiFailure } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import type { SendFailure } from '../../shared/forms/use-send-form.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { forms } from '../../text/frame/forms.ts'

/** Says why saving failed, where the reason is known; an earlier alert says that nothing was saved (ERR-21, ERR-22). */
export function SaveFailure({ failure }: { readonly failure: SendFailure | null }) {
  if (failure === null) return null
  const { reason, attempt } = failure
  const cause = reason.kind === 'refused' ? sentenceOf(new ApiFailure(reason), '') : forms[reason.kind]
  if (cause === '') return null
  return (
    <Notice key={attempt} tone="bad" role="alert">
      {cause}
    </Notice>
  )
}
