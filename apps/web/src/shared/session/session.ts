import { type AdminUser, type OwnUser, PATHS } from '@makas/contract'
import { useSyncExternalStore } from 'react'
import { removePreference, storedPreference, storePreference } from '../storage/preferences.ts'
import { forgetDraftsOfOthers } from './drafts.ts'

/** The user as storage keeps it: without the email (product-decisions.md 24). */
export type StoredUser = Omit<OwnUser, 'email'>
export type StoredAdmin = Omit<AdminUser, 'email'>

export type Audience = 'user' | 'admin'

type AnyUser = { readonly id: string }

/** The session of one audience: a token and a user or admin in storage, shared by all tabs. */
export type Session<P extends AnyUser> = {
  readonly audience: Audience
  readonly user: () => P | null
  readonly token: () => string | null
  readonly signIn: (login: { readonly access_token: string; readonly user: P }) => void
  /** Stores a new token of this session, which the caller knows to be alive. */
  readonly renewed: (token: string) => void
  /** Stores changed data of the user or admin. */
  readonly update: (user: P) => void
  /** Drops the token, the user or admin and all answers about them; `signOut` tells the server. */
  readonly forget: () => void
  readonly watch: (changed: () => void) => () => void
}

/** Keys of the browser's storage (product-decisions.md 1). */
const KEYS = {
  user: { token: 'makas.token', user: 'makas.user' },
  admin: { token: 'makas.adminToken', user: 'makas.adminUser' },
} as const

export const userSession: Session<StoredUser> = session('user')
export const adminSession: Session<StoredAdmin> = session('admin')

/** A prerendered page is a visitor's page. */
const nobody = () => null

export const sessionOf = (audience: Audience): Session<StoredUser> | Session<StoredAdmin> =>
  audience === 'user' ? userSession : adminSession

/** Path of the calls about an audience's own sessions. */
export const authPathOf = (audience: Audience): string => (audience === 'user' ? PATHS.auth : PATHS.adminAuth)

/** The user who is logged in; null for a visitor. */
export function useUser(): StoredUser | null {
  return useSyncExternalStore(userSession.watch, userSession.user, nobody)
}

/** The admin who is logged in to the panel; null if nobody is. */
export function useAdmin(): StoredAdmin | null {
  return useSyncExternalStore(adminSession.watch, adminSession.user, nobody)
}

function session<P extends AnyUser>(audience: Audience): Session<P> {
  const keys = KEYS[audience]
  const watchers = new Set<() => void>()
  // Where the browser refuses storage the session lives as long as the page.
  let token = storedPreference(keys.token)
  let text = storedPreference(keys.user)
  let user = read<P>(token, text)

  // Drafts of an expired session stay, but only for their own user.
  const dropOtherDrafts = () => {
    if (audience === 'user' && user !== null) forgetDraftsOfOthers(user.id)
  }
  dropOtherDrafts()
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  const write = (next: P) => {
    const isSomebodyElse = user !== null && user.id !== next.id
    const { email: _left, ...stored } = next as P & { readonly email?: string }
    text = JSON.stringify(stored)
    user = read<P>(token, text)
    // Without a token in storage another tab has just logged out: no name may go back into storage.
    if (storedPreference(keys.token) !== null) storePreference(keys.user, text)
    if (isSomebodyElse) dropAnswers(audience)
    dropOtherDrafts()
    notify()
  }
  const forget = () => {
    if (token === null && user === null) return
    token = null
    text = null
    user = null
    removePreference(keys.token)
    removePreference(keys.user)
    dropAnswers(audience)
    notify()
  }
  // A change by another tab; `key` is null if that tab cleared everything.
  addEventListener('storage', ({ key }) => {
    if (key !== null && key !== keys.token && key !== keys.user) return
    const before = user
    token = storedPreference(keys.token)
    const now = storedPreference(keys.user)
    if (token !== null && now === text && user !== null) return
    text = now
    user = read<P>(token, text)
    if (before !== null && before.id !== user?.id) dropAnswers(audience)
    dropOtherDrafts()
    if (before !== user) notify()
  })

  return {
    audience,
    user: () => user,
    token: () => (user === null ? null : token),
    signIn: ({ access_token, user }) => {
      token = access_token
      storePreference(keys.token, access_token)
      write(user)
    },
    renewed: (next) => {
      token = next
      storePreference(keys.token, next)
    },
    // The stored token is not written: another tab may just have renewed it.
    update: (next) => {
      if (token !== null) write(next)
    },
    forget,
    watch: (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

/** The stored user or admin; null if the token or the stored data is missing or malformed. */
function read<P extends AnyUser>(token: string | null, text: string | null): P | null {
  if (token === null || token === '' || text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as P) : null
  } catch {
    return null
  }
}

const endListeners = new Set<(audience: Audience) => void>()

/** Registers a function that drops the answers to calls with a bearer token, once the session has ended. */
export function onSessionEnd(listener: (audience: Audience) => void): void {
  endListeners.add(listener)
}

function dropAnswers(audience: Audience): void {
  for (const listener of endListeners) listener(audience)
}
