import type { ExchangeId, KeyRecord } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { statusQuery } from '../../shared/api/queries.ts'
import { userSession } from '../../shared/session/session.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { keyText } from '../../text/account/keys.ts'
import { addDemoKey } from './change-keys.ts'

type Props = {
  readonly exchange: ExchangeId
  /** Another request of the dialog is running. */
  readonly isBusy: boolean
  readonly done: (record: KeyRecord) => void
  /** Receives an error sentence, or null when a new attempt starts. */
  readonly fail: (sentence: string | null) => void
}

/** In the demo market: says why no real key can be used, and offers an account of the simulated exchange. */
export function DemoOffer({ exchange, isBusy, done, fail }: Props) {
  const isDemo = useQuery(statusQuery).data?.source === 'demo'
  const [isConnecting, setConnecting] = useState(false)
  const connecting = useRef<AbortController | null>(null)
  useEffect(() => () => connecting.current?.abort(), [])
  if (!isDemo) return null
  const words = keyText.demo
  async function connect(): Promise<void> {
    if (isConnecting || isBusy) return
    fail(null)
    if (userSession.user() === null) return fail(keyText.logInFirst)
    const controller = new AbortController()
    connecting.current = controller
    setConnecting(true)
    try {
      const record = await addDemoKey(exchange, controller.signal)
      if (!controller.signal.aborted) done(record)
    } catch (error) {
      if (!controller.signal.aborted) fail(sentenceOf(error, keyText.failures.notAdded))
    } finally {
      connecting.current = null
      setConnecting(false)
    }
  }
  return (
    <section
      aria-label={words.title}
      className="flex flex-col gap-2.5 rounded-control border border-warn/50 bg-warn-wash p-3"
    >
      <p className="flex items-center gap-2 text-13 font-semibold text-warn">
        <FlaskConical size={16} aria-hidden />
        {words.title}
      </p>
      <p className="text-13 text-text-1">{words.text}</p>
      <button
        type="button"
        aria-disabled={isConnecting || isBusy}
        onClick={() => void connect()}
        className={`${BUTTON} self-start`}
      >
        {isConnecting && <LoaderCircle size={16} aria-hidden className="animate-spin" />}
        {isConnecting ? words.using : words.use}
      </button>
    </section>
  )
}
