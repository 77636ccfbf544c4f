import { ApiFailure } from '../../shared/api/failure.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import type { SendFailure } from '../../shared/forms/use-send-form.ts'
import { Notice } from '../../shared/ui/notice.tsx'
import { forms } from '../../text/frame/forms.ts'

/** What was not done (ERR-21, ERR-22), and the cause where it is known. */
export function SaveFailure(props: { readonly failure: SendFailure | null; readonly sentence: string }) {
  if (props.failure === null) return null
  const { reason, attempt } = props.failure
  const cause = reason.kind === 'refused' ? sentenceOf(new ApiFailure(reason), '') : forms[reason.kind]
  return (
    <Notice key={attempt} tone="bad" role="alert">
      <p className="font-medium">{props.sentence}</p>
      {cause !== '' && <p className="text-text-2">{cause}</p>}
    </Notice>
  )
}
