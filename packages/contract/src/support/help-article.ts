import { TEXT_FORM } from '../calls/errors.ts'
import { Count, IsoTime } from '../calls/scalars.ts'
import { field, line, prose } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'
import { Category } from './category.ts'

/** An article of the help centre (ENT-16); its content is Markdown, made safe where it is shown (security.md 57). */
export const HelpArticle = z.object({
  id: z.string(),
  category: Category,
  title: z.string(),
  content: z.string(),
  views: Count,
  created_at: IsoTime,
  order: z.int(),
  is_published: z.boolean(),
})
export type HelpArticle = z.infer<typeof HelpArticle>

/** By `order`, then the oldest first; visitors are never sent a draft. */
export const HelpArticles = z.array(HelpArticle)

const More = {
  /** Time of the last change of the text or its data; counting a reader does not change it. */
  updated_at: IsoTime,
}

/** One article as it is read, `GET /help-articles/{id}`, and as admins write it. */
export const ArticleDetail = HelpArticle.extend(More)
export type ArticleDetail = z.infer<typeof ArticleDetail>
export const ArticleDetails = z.array(ArticleDetail)

/** An article in a list. Of its text it has only an excerpt: the beginning, or the place of the search hit. */
export const ArticlePreview = HelpArticle.omit({ content: true }).extend({
  ...More,
  /** 200 characters for readers (HELP-05), 100 for admins (AHELP-01), and an ellipsis where more follows. */
  preview: z.string(),
  /** Minutes at a usual reading pace, at least one. */
  reading_minutes: Count,
})
export type ArticlePreview = z.infer<typeof ArticlePreview>
export const ArticlePreviews = z.array(ArticlePreview)

/** `?q=` of the help centre: words that must all occur in title or text; ignores case and Turkish dots. */
export const ArticleSearch = field(100)

/** How often an article has been read, after `POST /help-articles/{id}/view`. */
export const ArticleViews = z.object({ views: Count })

const Order = z.int().min(-1_000_000).max(1_000_000)
const WRITTEN = {
  title: line(200, TEXT_FORM.articleTitle),
  content: prose(50_000, TEXT_FORM.articleContent),
}

/** `POST /admin/help-articles` (CALL-27); the article is published unless the body says otherwise (STATE-36). */
export const CreateArticleBody = z.object({
  ...WRITTEN,
  category: Category.default('genel'),
  order: Order.default(0),
  is_published: z.boolean().default(true),
})
export type CreateArticleBody = z.infer<typeof CreateArticleBody>

/**
 * `PATCH /admin/help-articles/{id}` (CALL-28): fields that are not named stay. Where the article changed after
 * `expected_updated_at`, nothing is written: 409 `conflict` with the article as it is now.
 */
export const ChangeArticleBody = z
  .object({
    ...WRITTEN,
    category: Category,
    order: Order,
    is_published: z.boolean(),
    expected_updated_at: IsoTime,
  })
  .partial()
  .refine(({ expected_updated_at: _, ...body }) => Object.values(body).some((value) => value !== undefined))
export type ChangeArticleBody = z.infer<typeof ChangeArticleBody>
