import { tr } from '../../text/frame/tr.ts'
import { failureCode } from '../api/failure.ts'
import type { Audience } from '../session/session.ts'
import { askWith, sayAlert } from '../ui/layers/alert.ts'

const running: Partial<Record<Audience, Promise<boolean>>> = {}

/**
 * Makes a call. If the server first requires the password or a code again (security.md 47), asks for it and repeats the
 * call; typed text stays in place. Throws the server's refusal if the person dismisses the question.
 */
export async function withProof<T>(audience: Audience, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isProofWanted(error) || !(await askProof(audience))) throw error
    return act()
  }
}

/** Whether a call was refused only because a proof is missing. */
export const isProofWanted = (error: unknown): boolean => failureCode(error) === 'proof-required'

/** Calls of one audience that need a proof at the same time share one dialog. */
function askProof(audience: Audience): Promise<boolean> {
  const before = running[audience]
  if (before !== undefined) return before
  const asked = (async () => {
    const loaded = await import('./proof-dialog.tsx').catch(() => null)
    if (loaded === null) {
      await sayAlert(tr.states.notLoaded(tr.dialogs.name))
      return false
    }
    return askWith((answer) => <loaded.ProofDialog audience={audience} answer={answer} />)
  })().finally(() => delete running[audience])
  running[audience] = asked
  return asked
}
