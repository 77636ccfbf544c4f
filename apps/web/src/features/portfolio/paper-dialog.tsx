import { PAPER, PAPER_SENTENCES, type PaperTrade } from '@makas/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { amount, exact, milliseconds } from '../../shared/format/numbers.ts'
import { typedNumber } from '../../shared/format/typed-number.ts'
import { Field } from '../../shared/forms/field.tsx'
import { SendButton } from '../../shared/forms/send-button.tsx'
import type { PaperSubject } from '../../shared/paper/paper-dialog-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { tr } from '../../text/frame/tr.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { Result } from './paper-rows.tsx'
import { usePaper } from './use-paper.ts'
import { type PaperOrderResult, PaperRefusal } from './visitor-paper.ts'

const words = portfolioText.order
const START = '1000'

/** One order on paper: the amount, the wait for the fill, and the expected beside the actual result. */
export function PaperDialog({ row, close }: { readonly row: PaperSubject; readonly close: () => void }) {
  const { isUser, order } = usePaper()
  const [text, setText] = useState(START)
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [ordered, setOrdered] = useState<PaperOrderResult | null>(null)
  const done = ordered?.trade ?? null
  const result = useRef<HTMLHeadingElement>(null)
  const read = amountOf(text)
  useEffect(() => {
    if (done !== null) result.current?.focus()
  }, [done])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setProblem(read === null ? PAPER_SENTENCES.amount : null)
    setFailure(null)
    if (read === null) return
    setSending(true)
    try {
      setOrdered(await order(row.id, read))
    } catch (error) {
      setFailure(error instanceof PaperRefusal ? error.message : sentenceOf(error, words.failed))
    } finally {
      setSending(false)
    }
  }

  return (
    <Modal
      title={words.title}
      description={`${row.symbol} · ${words.buySell(tr.exchanges[row.buy_exchange], tr.exchanges[row.sell_exchange])}`}
      size="small"
      onClose={close}
      firstFocus={(panel) => panel.querySelector('input')}
      testId="paper-dialog"
      footer={
        done !== null && (
          <>
            <Button onClick={() => setOrdered(null)}>{words.again}</Button>
            <Button onClick={close}>{words.close}</Button>
          </>
        )
      }
    >
      {ordered === null || done === null ? (
        <form
          noValidate
          aria-label={words.title}
          onSubmit={(event) => void send(event)}
          className="flex flex-col gap-4 p-5"
        >
          <p className="text-13 text-text-2">{isUser ? words.note : words.visitorNote}</p>
          <Field
            label={words.amount}
            hint={words.amountHint}
            error={problem ?? undefined}
            inputMode="decimal"
            autoComplete="off"
            required
            value={text}
            readOnly={isSending}
            onChange={(event) => setText(event.target.value)}
          />
          <output className="figures text-13 text-text-2 empty:hidden">
            {read === null ? '' : words.read(amount(read))}
          </output>
          {failure !== null && (
            <Notice tone="bad" role="alert">
              {failure}
            </Notice>
          )}
          <SendButton label={words.send} sendingLabel={words.sending} isSending={isSending} />
        </form>
      ) : (
        <div className="flex flex-col gap-3 p-5 text-13">
          <h3
            ref={result}
            tabIndex={-1}
            className="flex items-center justify-between text-14 font-semibold outline-none"
          >
            {words.result}
            <Result trade={done} />
          </h3>
          <Sums trade={done} />
          {!ordered.isKept && (
            <Notice tone="warn" role="alert">
              {words.notKept}
            </Notice>
          )}
          {done.shortfall !== null && <Notice tone="warn">{portfolioText.paper.shortfall[done.shortfall]}</Notice>}
          <p className="text-12 text-text-3">{words.took(milliseconds(done.latency_ms))}</p>
        </div>
      )}
    </Modal>
  )
}

const LINES = ['size', 'bought', 'sold', 'fees', 'net'] as const

/** Expected and actual sums, with all digits. */
function Sums({ trade }: { readonly trade: PaperTrade }) {
  return (
    <table aria-label={words.result} className="figures w-full">
      <thead className="text-12 text-text-3">
        <tr className="text-right [&>th]:font-medium">
          <td />
          <th scope="col">{words.expected}</th>
          <th scope="col">{words.got}</th>
        </tr>
      </thead>
      <tbody>
        {LINES.map((line) => (
          <tr key={line} className={`border-t border-line text-right ${line === 'net' ? 'font-semibold' : ''}`}>
            <th scope="row" className="py-1.5 text-left font-normal text-text-2">
              {words.lines[line]}
              <span className="text-text-3">, {line === 'size' ? trade.base : trade.quote}</span>
            </th>
            <td className="py-1.5 pl-3 break-all text-text-2">{exact(trade.expected[line])}</td>
            <td className="py-1.5 pl-3 break-all">{exact(trade.got[line])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The typed amount, with a decimal comma or point; null where the portfolio does not take it. */
function amountOf(text: string): number | null {
  const value = typedNumber(text)
  if (typeof value !== 'number' || !/^\d+(\.\d{1,2})?$/.test(`${value}`)) return null
  return value >= PAPER.least && value <= PAPER.most ? value : null
}
