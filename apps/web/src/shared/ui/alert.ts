import type { ReactNode } from 'react'
import { valueStore } from '../storage/value-store.ts'

type Draw = (answer: (isYes: boolean) => void) => ReactNode

/** Content of the alert dialog: a sentence to read, or a question, which may have a dialog of its own. */
export type Said = {
  readonly kind: 'alert' | 'confirm'
  readonly text: string
  readonly draw?: Draw
  readonly confirm?: string | undefined
  readonly isDestructive?: boolean | undefined
  readonly answer: (isYes: boolean) => void
}

const said = valueStore<Said | null>(null)
const waiting: Said[] = []

function say(next: Omit<Said, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const whole: Said = {
      ...next,
      answer: (isYes) => {
        resolve(isYes)
        said.set(waiting.shift() ?? null)
      },
    }
    if (said.get() === null) said.set(whole)
    else waiting.push(whole)
  })
}

/** Shows a sentence in place of the browser's `alert` (product-decisions.md 8); resolves when it is dismissed. */
export async function sayAlert(text: string): Promise<void> {
  await say({ kind: 'alert', text })
}

/**
 * Asks a question in place of the browser's `confirm`; `confirm` is the verb on the button. False where it is
 * dismissed.
 */
export function askConfirm(
  text: string,
  { confirm, isDestructive }: { readonly confirm?: string; readonly isDestructive?: boolean } = {},
): Promise<boolean> {
  return say({ kind: 'confirm', text, confirm, isDestructive })
}

/** Asks with a dialog of its own, which answers false where it is dismissed. */
export const askWith = (draw: Draw): Promise<boolean> => say({ kind: 'confirm', text: '', draw })

/** The alert to draw; the frames draw it with `AlertHost`. */
export const useSaid = said.use
