import { useEffect, useState } from 'react'

/** Our tokens have 43 letters of base64url; one that was copied in part is left to the server to refuse. */
const TOKEN = /^#([\w-]{16,64})$/

/** The token in an address's fragment; null for another fragment, such as that of a link within the page. */
export function tokenIn(fragment: string): string | null {
  return TOKEN.exec(fragment)?.[1] ?? null
}

/**
 * The token that the page was opened with. It is removed from the address bar and the history at once, and lives only
 * as long as the page. Another address opened in the same tab replaces it without a new page and calls `renewed`.
 */
export function useOneTimeToken(renewed: () => void): string | null {
  const [token, setToken] = useState(() => tokenIn(location.hash))
  useEffect(() => {
    const take = () => {
      const found = tokenIn(location.hash)
      if (found === null) return
      setToken(found)
      renewed()
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [renewed])
  return token
}
