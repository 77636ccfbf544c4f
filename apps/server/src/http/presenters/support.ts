import { type ArticleDetail, type ArticlePreview, Category, type HelpArticle, LIMITS } from '@makas/contract'
import { excerptOf } from '@makas/domain'
import type { Article } from '../../app/ports/support/articles.ts'

const iso = (at: number) => new Date(at).toISOString()

const minutesOf = (letters: number) => Math.max(1, Math.round(letters / LIMITS.readingPace))

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

/** An article in the help centre's list. `preview`: left out, the beginning of the text. */
export const presentPreview = (article: Article, preview = excerptOf(article.content, 200)): ArticlePreview => ({
  ...presentListed(article),
  preview,
  reading_minutes: minutesOf(article.content.length),
})

/** An article in the admins' table, of which only the beginning was read. `letters`: length of the whole text. */
export const presentExcerpt = (article: Article, letters: number): ArticlePreview => ({
  ...presentListed(article),
  preview: excerptOf(article.content, 100),
  reading_minutes: minutesOf(letters),
})

/** One article with its text. */
export const presentArticleDetail = (article: Article): ArticleDetail => ({
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
