import type { ReactNode } from 'react'
import { valueStore } from '../storage/value-store.ts'

type Draw = (answer: (isYes: boolean) => void) => ReactNode

/** What stands in an alert dialog: a sentence to be read, or a question to be answered, which may have a dialog of its own. */
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

/** Says one sentence that has to be read, in place of the browser's `alert` (product-decisions.md 8); done when it is put away. */
export async function sayAlert(text: string): Promise<void> {
  await say({ kind: 'alert', text })
}

/** Asks one question in place of the browser's `confirm`; `confirm` is the verb on the button. False where it was put away. */
export function askConfirm(
  text: string,
  { confirm, isDestructive }: { readonly confirm?: string; readonly isDestructive?: boolean } = {},
): Promise<boolean> {
  return say({ kind: 'confirm', text, confirm, isDestructive })
}

/** Asks with a dialog of its own, which answers false where it is put away. */
export const askWith = (draw: Draw): Promise<boolean> => say({ kind: 'confirm', text: '', draw })

/** What is to be drawn now; the frames draw it with `AlertHost`. */
export const useSaid = said.use
