import { valueStore } from '../storage/value-store.ts'

export type OpenedWizard = {
  /** Called when somebody finished it with a connection made (STATE-19). */
  readonly onFinish?: (() => void) | undefined
}

const opened = valueStore<OpenedWizard | null>(null)

/** Opens the exchange wizard at its first step, from anywhere; the frame draws it. */
export const openWizard = (next: OpenedWizard = {}): void => opened.set(next)

export const closeWizard = (): void => opened.set(null)

/** What is to be drawn now, null where the wizard is closed. */
export const useWizardDoor = opened.use
