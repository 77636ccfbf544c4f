import { type ArticlePreview, Category, type HelpArticle, type WholeArticle } from '@makas/contract'
import { excerptOf } from '@makas/domain'
import type { Article } from '../../app/ports/articles.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Letters a minute, of somebody who reads attentively. */
const READING_PACE = 1_200

const minutesOf = (letters: number) => Math.max(1, Math.round(letters / READING_PACE))

const presentListed = (article: Article) => ({
  id: article.id,
  category: Category.parse(article.category),
  title: article.title,
  views: article.views,
  created_at: iso(article.createdAt),
  order: article.order,
  is_published: article.isPublished,
  updated_at: iso(article.updatedAt),
})

/** As readers of the help centre see it in a list; `preview` where it is not the beginning. */
export const presentPreview = (article: Article, preview = excerptOf(article.content, 200)): ArticlePreview => ({
  ...presentListed(article),
  preview,
  reading_minutes: minutesOf(article.content.length),
})

/** As admins see it in their table; of the text, which is `letters` long, only the beginning is known. */
export const presentExcerpt = (article: Article, letters: number): ArticlePreview => ({
  ...presentListed(article),
  preview: excerptOf(article.content, 100),
  reading_minutes: minutesOf(letters),
})

/** One article with its text. */
export const presentWhole = (article: Article): WholeArticle => ({
  ...presentListed(article),
  content: article.content,
})

export const presentArticle = (article: Article): HelpArticle => ({
  id: article.id,
  category: Category.parse(article.category),
  title: article.title,
  content: article.content,
  views: article.views,
  created_at: iso(article.createdAt),
  order: article.order,
  is_published: article.isPublished,
})
