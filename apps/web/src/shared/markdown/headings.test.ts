import { expect, test } from 'vitest'
import { addressHeadings, type Node, rankHeadings, slugOf } from './headings.ts'

const heading = (tagName: string, ...words: string[]): Node => ({
  type: 'element',
  tagName,
  children: words.map((value) => ({ type: 'text', value })),
})

test('addresses are made of the words, without Turkish letters', () => {
  expect(slugOf('Bir örnek: 20 SOL (ÇIKIŞ)')).toBe('bir-ornek-20-sol-cikis')
})

test('equal headings get different addresses, and a heading without words gets one', () => {
  const tree: Node = {
    type: 'root',
    children: [heading('h2', 'Ne', ' olur?'), heading('h3', 'Ne olur'), heading('h2'), { type: 'text', value: 'x' }],
  }
  addressHeadings()(tree)
  expect(tree.children?.map(({ properties }) => properties?.id)).toEqual([
    'bolum-ne-olur',
    'bolum-ne-olur-2',
    'bolum-adsiz',
    undefined,
  ])
})

test('no heading of an article has the rank of the page’s heading', () => {
  const tree: Node = { type: 'root', children: [heading('h1'), heading('h3'), heading('h6')] }
  rankHeadings()(tree)
  expect(tree.children?.map(({ tagName }) => tagName)).toEqual(['h2', 'h3', 'h4'])
})
