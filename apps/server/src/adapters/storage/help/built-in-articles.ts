import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltInArticle } from '../../../app/ports/support/articles.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', 'content', 'help')
const FORM = /^---\n([\s\S]*?)\n---\n\n?([\s\S]+)$/

/**
 * Reads the product's own articles: Markdown files in `content/help`, each named by its id, which is also its address,
 * with title, category, order and version before the text.
 */
export function builtInArticles(folder = FOLDER): readonly BuiltInArticle[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => articleOf(name.slice(0, -3), readFileSync(join(folder, name), 'utf8')))
    .sort((one, other) => one.order - other.order)
}

function articleOf(id: string, file: string): BuiltInArticle {
  const [, head = '', content = ''] = FORM.exec(file) ?? []
  const fields = new Map(head.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*:\s*/, '')]))
  const text = (name: string): string => {
    const value = fields.get(name)
    if (value === undefined || value === '') throw new Error(`the article ${id} says no ${name}`)
    return value
  }
  const [order, version] = [Number(text('order')), Number(text('version'))]
  if (!Number.isSafeInteger(order) || !Number.isSafeInteger(version)) throw new Error(`the article ${id} has no number`)
  return { id, title: text('title'), category: text('category'), content: content.trim(), order, version }
}
