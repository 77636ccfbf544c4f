import { valueStore } from '../storage/value-store.ts'

export type AuthMode = 'login' | 'register'

export type OpenedAuth = {
  readonly mode: AuthMode
  /** Called when it is closed without anybody having logged in. */
  readonly onClose?: (() => void) | undefined
  /** Why a login is asked for, and what closing the dialog leads to. */
  readonly reason?: { readonly text: string; readonly leave: string } | undefined
}

const opened = valueStore<OpenedAuth | null>(null)

/** Opens the one dialog for login and registration, from anywhere; the frame draws it. */
export const openAuth = (next: OpenedAuth): void => opened.set(next)

export const closeAuth = (): void => opened.set(null)

/** What is to be drawn now, null where the dialog is closed. */
export const useAuthDoor = opened.use
