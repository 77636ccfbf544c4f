import { valueStore } from '../storage/value-store.ts'

export type AuthMode = 'login' | 'register'

export type OpenedAuth = {
  readonly mode: AuthMode
  /** Called when the dialog is closed without a login. */
  readonly onClose?: (() => void) | undefined
  /** Why the page asks for a login, and where closing the dialog leads, in words. */
  readonly reason?: { readonly text: string; readonly leave: string } | undefined
}

const opened = valueStore<OpenedAuth | null>(null)

/** Opens the dialog for login and registration, from any page; the frame draws it. */
export const openAuth = (next: OpenedAuth): void => opened.set(next)

export const closeAuth = (): void => opened.set(null)

/** The dialog to draw; null while it is closed. */
export const useAuthDialog = opened.use
