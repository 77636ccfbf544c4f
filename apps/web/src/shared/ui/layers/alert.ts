import type { ReactNode } from 'react'
import { valueStore } from '../../storage/value-store.ts'

type Draw = (answer: (isYes: boolean) => void) => ReactNode

/** Content of the alert dialog: a sentence to read, or a question, which may have a dialog of its own. */
export type OpenAlert = {
  readonly kind: 'alert' | 'confirm'
  readonly text: string
  readonly draw?: Draw
  readonly confirm?: string | undefined
  readonly isDestructive?: boolean | undefined
  readonly answer: (isYes: boolean) => void
}

const openAlert = valueStore<OpenAlert | null>(null)
const waiting: OpenAlert[] = []

function say(next: Omit<OpenAlert, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const whole: OpenAlert = {
      ...next,
      answer: (isYes) => {
        resolve(isYes)
        openAlert.set(waiting.shift() ?? null)
      },
    }
    if (openAlert.get() === null) openAlert.set(whole)
    else waiting.push(whole)
  })
}

/** Shows a sentence in place of the browser's `alert` (product-decisions.md 8); resolves when it is dismissed. */
export async function sayAlert(text: string): Promise<void> {
  await say({ kind: 'alert', text })
}

/**
 * Asks a question in place of the browser's `confirm`; `confirm` is the verb on the button. False if the question is
 * dismissed.
 */
export function askConfirm(
  text: string,
  { confirm, isDestructive }: { readonly confirm?: string; readonly isDestructive?: boolean } = {},
): Promise<boolean> {
  return say({ kind: 'confirm', text, confirm, isDestructive })
}

/** Asks with another dialog, which must answer false if it is dismissed. */
export const askWith = (draw: Draw): Promise<boolean> => say({ kind: 'confirm', text: '', draw })

/** The alert to draw; the frames draw it with `AlertHost`. */
export const useOpenAlert = openAlert.use
