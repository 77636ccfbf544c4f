import { valueStore } from '../storage/value-store.ts'

export type AuthMode = 'login' | 'register'

type Opened = {
  readonly mode: AuthMode
  /** Called when it is closed without anybody having logged in. */
  readonly onClose?: (() => void) | undefined
}

const opened = valueStore<Opened | null>(null)

/** Opens the one dialog for login and registration, from anywhere; the frame draws it. */
export const openAuth = (next: Opened): void => opened.set(next)

export const closeAuth = (): void => opened.set(null)

/** What is to be drawn now, null where the dialog is closed. */
export const useAuthDoor = opened.use
