import { useEffect, useState } from 'react'

/** Our tokens have 43 letters of base64url. The server refuses a token that was copied in part. */
const TOKEN = /^#([\w-]{16,64})$/

/** The token in an address's fragment; null for any other fragment, such as a link within the page. */
export function tokenIn(fragment: string): string | null {
  return TOKEN.exec(fragment)?.[1] ?? null
}

/**
 * The token that the page was opened with. Address bar and history lose the token at once; it lives as long as the
 * page. Another one-time address in the same tab replaces the token without a new page, and calls `renewed`.
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
