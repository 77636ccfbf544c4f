/** Where a node stood that was taken out of the page, and what was put there instead of it. */
type Place = { readonly parent: Node; readonly next: Node | null; readonly standIn: ChildNode | null }

const places = new WeakMap<Node, Place>()
/** The nodes that each stand-in replaces, in their order; weak, so that a text that changes often keeps no old ones. */
const replacedBy = new WeakMap<Node, WeakRef<ChildNode>[]>()

/**
 * Lets a browser's page translation change the page while React draws it. A translator replaces the texts of the page
 * by elements of its own, and React goes on with the texts that it made: a figure that changes would stay as it was
 * translated, and a text that goes would end the page, since it is no child of its parent any more. Here such a text
 * comes back to its place as soon as React changes it, removes it, or draws beside it; the translator then takes it
 * again. Must be called before the page is drawn.
 */
export function keepNodes(): void {
  const observer = new MutationObserver(noteAll)
  observer.observe(document.body, { childList: true, subtree: true })

  function noteAll(records: readonly MutationRecord[]): void {
    const added = new Set<Node>()
    for (const record of records) {
      if (record.type === 'characterData') bringBack(record.target)
      for (const node of record.addedNodes) added.add(node)
      // A translator that does not replace puts its element beside the text first, and takes the text out then.
      const beside = [record.previousSibling, record.nextSibling].find((node) => node !== null && added.has(node))
      const standIn = (record.addedNodes[0] ?? beside ?? null) as ChildNode | null
      for (const node of record.removedNodes) if (node.parentNode !== record.target) note(node, record, standIn)
    }
  }

  function note(node: Node, { target, nextSibling }: MutationRecord, standIn: ChildNode | null): void {
    places.set(node, { parent: target, next: nextSibling, standIn })
    if (standIn) replacedBy.set(standIn, [...(replacedBy.get(standIn) ?? []), new WeakRef(node as ChildNode)])
    if (node.nodeType === Node.TEXT_NODE) observer.observe(node, { characterData: true })
  }

  /** Notes what others did until now, and brings the node back where they took it out of this parent. */
  function settle(parent: Node, node: Node | null): void {
    if (node === null || node.parentNode === parent) return
    noteAll(observer.takeRecords())
    bringBack(node)
  }

  const { appendChild, insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    settle(this, child)
    return removeChild.call(this, child) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (node.nodeType === Node.TEXT_NODE) bringBack(node)
    return appendChild.call(this, node) as T
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    settle(this, child)
    if (node.nodeType === Node.TEXT_NODE) bringBack(node)
    return insertBefore.call(this, node, child) as T
  }
}

function bringBack(node: Node): void {
  const place = places.get(node)
  if (place === undefined) return
  const { parent, next, standIn } = place
  places.delete(node)
  if (node.parentNode === parent) return
  if (standIn?.parentNode === parent) {
    const nodes = (replacedBy.get(standIn) ?? []).flatMap((one) => one.deref() ?? [])
    for (const one of nodes) places.delete(one)
    standIn.replaceWith(...nodes)
  } else parent.insertBefore(node, next?.parentNode === parent ? next : null)
}
