/**
 * Remembers the neighbours of a list entry that is about to be removed. The returned function moves the focus to the
 * first child of the next entry, else of the previous entry, else to `elsewhere`. It does nothing if an element
 * outside the entry has the focus already.
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
