import type { EvidenceAnswer } from '@makas/contract'
import { Check, Copy, LifeBuoy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { userSession } from '../../../shared/session/session.ts'
import { handEvidence } from '../../../shared/support/draft.ts'
import { BUTTON, Button } from '../../../shared/ui/button.tsx'
import { evidenceWords } from '../../../text/market/evidence.ts'

const words = evidenceWords
type CopyResult = 'json' | 'link' | 'failed' | null

/**
 * Copies the answer as JSON or the address that reopens this dialog, or opens a support ticket with the answer
 * attached.
 */
export function CopyButtons({ answer }: { readonly answer: EvidenceAnswer }) {
  const [copied, setCopied] = useState<CopyResult>(null)
  const copy = async (what: 'json' | 'link', text: string) => {
    setCopied((await write(text)) ? what : 'failed')
  }
  return (
    <>
      <Button onClick={() => void copy('json', JSON.stringify(answer, null, 2))}>
        {copied === 'json' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        <span className="max-sm:sr-only">{words.copyJson}</span>
      </Button>
      <Button onClick={() => void copy('link', location.href)}>
        {copied === 'link' ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        <span className="max-sm:sr-only">{words.copyLink}</span>
      </Button>
      <a href="/support" onClick={() => handEvidence(userSession.user()?.id ?? null, answer)} className={BUTTON}>
        <LifeBuoy size={14} aria-hidden />
        <span className="max-sm:sr-only">{words.openTicket}</span>
      </a>
      <span role="status" className="self-center text-13 text-text-2">
        {copied === null ? '' : copied === 'failed' ? words.copyFailed : words.copied}
      </span>
    </>
  )
}

/** Writes to the clipboard; false where the browser refuses it: without a secure origin, or by the user's choice. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
