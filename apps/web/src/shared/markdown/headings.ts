import { foldText } from '@makas/domain'

/** A node of a parsed article. */
export type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** New ranks of an article's headings: below the page's h1, and not below h4. */
const RANKS: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' }

/** Ranks the headings of an article below the page's heading. */
export function rankHeadings() {
  return (tree: Node): void =>
    walk(tree, (node) => {
      node.tagName = RANKS[node.tagName ?? ''] ?? node.tagName ?? ''
    })
}

/** Gives each heading an id made of its words. A prefix keeps these ids apart from the page's ids. */
export function addressHeadings() {
  return (tree: Node): void => {
    const taken = new Map<string, number>()
    walk(tree, (node) => {
      if (!/^h[2-4]$/.test(node.tagName ?? '')) return
      const base = `bolum-${slugOf(wordsOf(node)) || 'adsiz'}`
      const before = taken.get(base) ?? 0
      taken.set(base, before + 1)
      node.properties = { ...node.properties, id: before === 0 ? base : `${base}-${before + 1}` }
    })
  }
}

/** Slug of a heading: `Bir örnek: 20 SOL` becomes `bir-ornek-20-sol`. */
export const slugOf = (words: string): string =>
  foldText(words)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function walk(node: Node, see: (element: Node) => void): void {
  if (node.type === 'element') see(node)
  for (const child of node.children ?? []) walk(child, see)
}

const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('')
