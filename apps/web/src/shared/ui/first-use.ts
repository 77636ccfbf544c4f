/** Runs `act` once, at the first sign of use: a pointer that moves, a touch, a focus. Returns how to cancel. */
export function atFirstUse(act: () => void): () => void {
  const stop = new AbortController()
  const once = () => {
    stop.abort()
    act()
  }
  for (const sign of ['pointermove', 'touchstart', 'focusin']) {
    addEventListener(sign, once, { signal: stop.signal, passive: true })
  }
  return () => stop.abort()
}
