import type { SpotAnswer } from '@makas/contract'
import { Check, Copy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { tr } from '../../../text/tr.ts'

const words = tr.evidence
type Copied = 'json' | 'link' | 'failed' | null

/** The answer as JSON, and the address that opens this dialog again. */
export function CopyButtons({ answer }: { readonly answer: SpotAnswer }) {
  const [copied, setCopied] = useState<Copied>(null)
  const copy = async (what: 'json' | 'link', text: string) => {
    setCopied((await write(text)) ? what : 'failed')
  }
  return (
    <>
      <Button onClick={() => void copy('json', JSON.stringify(answer, null, 2))}>
        {copied === 'json' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        {words.copyJson}
      </Button>
      <Button onClick={() => void copy('link', linkTo(answer.row.id))}>
        {copied === 'link' ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        {words.copyLink}
      </Button>
      <span role="status" className="self-center text-13 text-text-2">
        {copied === null ? '' : copied === 'failed' ? words.copyFailed : words.copied}
      </span>
    </>
  )
}

function linkTo(id: string): string {
  return `${location.origin}/opportunities?evidence=${encodeURIComponent(id)}`
}

/** False where the browser refuses the clipboard: without a secure origin, or by the user's choice. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
