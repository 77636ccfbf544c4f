/**
 * Remembers the neighbours of an entry that is about to be removed from its list. The answer moves the focus to the first child
 * of the next one, of the previous one where there is none, or `elsewhere`; a focus that has gone on by itself is left alone.
 */
export function focusAfterRemoval(entry: Element | null, elsewhere: () => HTMLElement | null): () => void {
  const neighbours = [entry?.nextElementSibling, entry?.previousElementSibling]
  return () => {
    const now = document.activeElement
    if (now !== null && now !== document.body && entry?.contains(now) !== true) return
    const neighbour = neighbours.find((one) => one?.isConnected)?.firstElementChild
    const target = neighbour instanceof HTMLElement ? neighbour : elsewhere()
    target?.focus()
  }
}
