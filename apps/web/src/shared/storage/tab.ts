/** Keeps a text as long as the tab lives; false if the browser refuses storage. */
export function storeInTab(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** A text that the tab keeps; null if it is missing or the browser refuses storage. */
export function storedInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Removes a text. */
export function removeFromTab(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

/** The keys of all texts that the tab keeps; none if the browser refuses storage. */
export function keysInTab(): readonly string[] {
  try {
    return Object.keys(sessionStorage)
  } catch {
    return []
  }
}

/** Parses JSON; null if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
