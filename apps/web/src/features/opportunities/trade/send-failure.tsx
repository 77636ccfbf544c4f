import { failureCode } from '../../../shared/api/failure.ts'
import { sentenceOf } from '../../../shared/api/failure-sentence.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { tr } from '../../../text/frame/tr.ts'
import { tradeWords as words } from '../../../text/market/trades.ts'
import { FINAL, refusalSentence } from './refusal.ts'
import type { SendState } from './use-send.ts'

type Props = { readonly sending: SendState; readonly retry: () => void }

/** Beside the button, always in view: why nothing was ordered, or that the outcome is unknown. */
export function SendFailure(props: Props) {
  return (
    <div className="w-full empty:hidden">
      <Failure {...props} />
    </div>
  )
}

function Failure({ sending, retry }: Props) {
  if (sending.kind === 'refused') {
    const { error } = sending
    const isFinal = FINAL.includes(failureCode(error))
    return (
      <Notice tone="bad" role="alert" action={!isFinal && <Button onClick={retry}>{tr.states.retry}</Button>}>
        {refusalSentence(error, words.failed)}
      </Notice>
    )
  }
  if (sending.kind !== 'lost') return null
  const said = sentenceOf(sending.error, '')
  return (
    <Notice tone="warn" role="alert" action={<Button onClick={retry}>{tr.states.retry}</Button>}>
      {said !== '' && <p>{said}</p>}
      <p>{words.lost}</p>
    </Notice>
  )
}
