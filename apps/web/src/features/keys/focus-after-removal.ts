/**
 * Remembers the neighbours of a list entry that is about to be removed. The returned function moves the focus to the
 * first child of the next entry, else of the previous one, else to `elsewhere`; a focus that has moved on by itself is
 * left alone.
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
