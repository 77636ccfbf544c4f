/** Stores a preference; false where the browser refuses storage, which costs the memory and nothing else. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** A stored preference, null where there is none or the browser refuses storage. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Removes a stored preference; where the browser refuses storage there is none. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    return
  }
}
