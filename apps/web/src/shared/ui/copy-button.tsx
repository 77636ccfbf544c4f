import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

/** Copies a text and says beside itself whether that worked. */
export function CopyButton(props: {
  readonly text: () => string
  readonly words: { readonly copy: string; readonly copied: string; readonly copyFailed: string }
}) {
  const { words } = props
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text())
      setSaid(words.copied)
    } catch {
      setSaid(words.copyFailed)
    }
  }
  return (
    <>
      <span role="status" className="text-13 text-text-2">
        {said}
      </span>
      <Button onClick={() => void copy()}>
        <Copy size={14} aria-hidden />
        {words.copy}
      </Button>
    </>
  )
}
