import { valueStore } from '../storage/value-store.ts'

export type OpenedWizard = {
  /** Called when the wizard ends with a connection made (STATE-19). */
  readonly onFinish?: (() => void) | undefined
  /** Called when the viewer closes or ends the wizard, not when the viewer leaves the page. */
  readonly onClose?: (() => void) | undefined
}

const opened = valueStore<OpenedWizard | null>(null)

/** Opens the exchange wizard at its first step, from any page; the frame draws it. */
export const openWizard = (next: OpenedWizard = {}): void => opened.set(next)

export const closeWizard = (): void => opened.set(null)

/** The wizard to draw; null while it is closed. */
export const useWizardDialog = opened.use
