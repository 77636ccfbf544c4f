/** How each node left the page, and what was put there instead of it. */
const places = new WeakMap<Node, readonly [MutationRecord, ChildNode | null]>()
/** The nodes that each stand-in replaces, in their order; weak, so that a text that changes often keeps no old ones. */
const replacedBy = new WeakMap<Node, WeakRef<Node>[]>()

/**
 * Lets a browser's page translation change the page while React draws it. A translator replaces the texts of the page
 * by elements of its own, and React goes on with the texts that it made: a figure that changes would stay as it was
 * translated, and a text that goes would end the page, since it is no child of its parent any more. Here such a text
 * comes back to its place as soon as React changes it, removes it, or draws before it; the translator then takes it
 * again. Must be called before the page is drawn.
 */
export function keepNodes(): void {
  const observer = new MutationObserver(note)
  observer.observe(document.body, { childList: true, subtree: true })

  function note(records: readonly MutationRecord[]): void {
    const added = new Set<Node | null>()
    for (const record of records) {
      const { target, previousSibling: before, nextSibling: behind } = record
      if (record.type !== 'childList') bringBack(target)
      for (const node of record.addedNodes) added.add(node)
      // A translator that does not replace puts its element beside the text first, and takes the text out then.
      const standIn = record.addedNodes[0] ?? (added.has(before) ? before : added.has(behind) ? behind : null)
      for (const node of record.removedNodes) {
        if (node.parentNode === target) continue
        places.set(node, [record, standIn as ChildNode | null])
        if (standIn) replacedBy.set(standIn, [...(replacedBy.get(standIn) ?? []), new WeakRef(node)])
        observer.observe(node, { characterData: true })
      }
    }
  }

  const { insertBefore, removeChild } = Node.prototype
  /** Notes what others did until now, and brings the node back where they took it out of this parent. */
  const settle = (parent: Node, node: Node | null) => {
    if (!node || node.parentNode === parent) return
    note(observer.takeRecords())
    bringBack(node)
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    settle(this, child)
    return removeChild.call(this, child) as T
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    settle(this, child)
    return insertBefore.call(this, node, child) as T
  }
}

function bringBack(node: Node): void {
  const [record, standIn] = places.get(node) ?? []
  places.delete(node)
  if (record === undefined || node.parentNode === record.target) return
  const { target, nextSibling } = record
  if (standIn?.parentNode === target) {
    standIn.replaceWith(...(replacedBy.get(standIn) ?? []).flatMap((one) => one.deref() ?? []))
  } else target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null)
}
