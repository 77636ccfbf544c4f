import type { KeyRecord } from '@makas/contract'
import { useState } from 'react'
import { sentenceOf } from '../../shared/api/failure-sentence.ts'
import { isProofWanted } from '../../shared/second-factor/proof.tsx'
import { askConfirm } from '../../shared/ui/layers/alert.ts'
import { apiManagementText } from '../../text/account/api-management.ts'
import { keyText } from '../../text/account/keys.ts'
import { checkKey, clearDifference, deleteKey } from './change-keys.ts'
import { focusAfterRemoval } from './focus-after-removal.ts'

type KeyAction = 'check' | 'delete' | 'clear'

/**
 * Checks, deletes or clears a connection, one action at a time. `entry`: the list entry that a deletion removes;
 * `focusAfterLast` gets the focus when the last entry goes.
 */
export function useKeyActions(
  { id }: KeyRecord,
  entry: () => Element | null,
  focusAfterLast: () => HTMLElement | null,
) {
  const [busy, setBusy] = useState<KeyAction | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  async function run(what: KeyAction): Promise<void> {
    if (busy !== null) return
    // The specified question (ERR-11).
    const question = { confirm: keyText.delete, isDestructive: true }
    if (what === 'delete' && !(await askConfirm(keyText.deleteAsk, question))) return
    setBusy(what)
    setFailure(null)
    const moveFocus = focusAfterRemoval(entry(), focusAfterLast)
    try {
      if (what === 'check') await checkKey(id)
      else if (what === 'clear') await clearDifference(id)
      else {
        await deleteKey(id)
        moveFocus()
      }
    } catch (error) {
      const { notChecked, notDeleted } = keyText.failures
      if (what === 'check') setFailure(sentenceOf(error, notChecked))
      else if (what === 'clear') setFailure(sentenceOf(error, apiManagementText.card.differs.failed))
      else setFailure(isProofWanted(error) ? sentenceOf(error, notDeleted) : notDeleted)
    } finally {
      setBusy(null)
    }
  }
  return { busy, failure, run }
}
