/** Stores a preference; false where the browser refuses storage. */
export function storePreference(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** A stored preference; null if it is missing or the browser refuses storage. */
export function storedPreference(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Removes a stored preference. */
export function removePreference(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  }
}
