import { orElse } from './or-else.ts'

/** Stores a preference; false where the browser refuses storage. */
export const storePreference = (key: string, value: string): boolean =>
  orElse(() => {
    localStorage.setItem(key, value)
    return true
  }, false)

/** A stored preference; null if it is missing or the browser refuses storage. */
export const storedPreference = (key: string): string | null => orElse(() => localStorage.getItem(key), null)

/** Removes a stored preference. */
export const removePreference = (key: string): void => orElse(() => localStorage.removeItem(key), undefined)
