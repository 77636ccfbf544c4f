/** For each node that left the page: the change that took it out, and what replaced it. */
const places = new WeakMap<Node, readonly [MutationRecord, ChildNode | null]>()
/** The nodes that each replacement stands for, in order. Weak, so that old texts can be freed. */
const replacedBy = new WeakMap<Node, WeakRef<Node>[]>()

/**
 * Lets a browser's page translation change the page while React draws it. A translator replaces the texts of the page
 * by its own elements, but React keeps changing the old texts: a changed figure would not show, and the removal of a
 * text would crash the page, because the text has left its parent. This function puts a replaced text back as soon as
 * React changes it, removes it, or draws before it; the translator then translates it again. Must be called before the
 * page is drawn.
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
      // Some translators insert their element beside the text first, and remove the text afterwards.
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
  /** Reads the changes so far, and puts the node back into this parent if a translator took it out. */
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
