import { PATHS, UserExport } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { accountText } from '../../text/account/account.ts'

const words = accountText.data
const FILE = 'makas-hesap.json'

type State =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'done'; readonly isComplete: boolean }
  | { readonly kind: 'failed'; readonly sentence: string }

/** Downloads all data that is kept about the user, as one file (security.md 74). */
export function OwnDataPanel() {
  const [state, setState] = useState<State>({ kind: 'idle' })

  async function download() {
    setState({ kind: 'running' })
    try {
      const { value } = await withProof('user', () =>
        ask({ path: PATHS.accountExport, answer: UserExport, as: 'user' }),
      )
      saveFile(JSON.stringify(value, null, 2))
      setState({ kind: 'done', isComplete: value.is_complete })
    } catch (error) {
      setState({ kind: 'failed', sentence: sentenceOf(error, words.failed) })
    }
  }

  return (
    <Panel
      title={words.title}
      action={
        <Link to="/legal/$document" params={{ document: 'kvkk' }} className="font-medium text-accent hover:underline">
          {words.notice}
        </Link>
      }
    >
      <div className="flex flex-col items-start gap-3 p-4 text-13">
        <p className="text-text-2">{words.lead}</p>
        <Button aria-disabled={state.kind === 'running'} onClick={() => void (state.kind === 'running' || download())}>
          <Download size={14} aria-hidden />
          {state.kind === 'running' ? words.downloading : words.download}
        </Button>
        {state.kind === 'done' && (
          <Notice tone={state.isComplete ? 'good' : 'warn'} role="status">
            {words.done} {!state.isComplete && words.partial}
          </Notice>
        )}
        {state.kind === 'failed' && (
          <Notice tone="bad" role="alert">
            {state.sentence}
          </Notice>
        )}
      </div>
    </Panel>
  )
}

function saveFile(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = FILE
  link.click()
  // Revoked later, because the browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
