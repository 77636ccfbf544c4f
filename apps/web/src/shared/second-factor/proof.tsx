import { failureCode } from '../api/failure.ts'
import type { Audience } from '../session/session.ts'
import { askWith } from '../ui/alert.ts'

const running: Partial<Record<Audience, Promise<boolean>>> = {}

/**
 * Makes a call, and where the server first wants password or code shown again (security.md 47), asks for it and makes the call
 * once more. What was typed for it stays where it is meanwhile. Whoever puts the question away gets the server's refusal.
 */
export async function withProof<T>(audience: Audience, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isProofWanted(error) || !(await askProof(audience))) throw error
    return act()
  }
}

/** Whether a call was refused for want of a proof, and for nothing that was sent with it. */
export const isProofWanted = (error: unknown): boolean => failureCode(error) === 'proof-required'

/** Asked once for all calls that want it at the same time. */
function askProof(audience: Audience): Promise<boolean> {
  const before = running[audience]
  if (before !== undefined) return before
  const asked = (async () => {
    const { ProofDialog } = await import('./proof-dialog.tsx')
    return askWith((answer) => <ProofDialog audience={audience} answer={answer} />)
  })().finally(() => delete running[audience])
  running[audience] = asked
  return asked
}
