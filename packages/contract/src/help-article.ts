import { Category } from './category.ts'
import { TEXT_FORM } from './errors.ts'
import { Count, IsoTime } from './scalars.ts'
import { line, prose } from './typed-text.ts'
import { z } from './zod.ts'

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

/** How often an article has been read, after `POST /help-articles/{id}/view`. */
export const ArticleViews = z.object({ views: Count })

const Order = z.int().min(-1_000_000).max(1_000_000)
const WRITTEN = {
  title: line(200, TEXT_FORM.articleTitle),
  content: prose(50_000, TEXT_FORM.articleContent),
}

/** `POST /admin/help-articles` (CALL-27); published unless it says otherwise (STATE-36). */
export const CreateArticleBody = z.object({
  ...WRITTEN,
  category: Category.default('genel'),
  order: Order.default(0),
  is_published: z.boolean().default(true),
})
export type CreateArticleBody = z.infer<typeof CreateArticleBody>

/** `PATCH /admin/help-articles/{id}` (CALL-28): what is not named stays. */
export const ChangeArticleBody = z
  .object({ ...WRITTEN, category: Category, order: Order, is_published: z.boolean() })
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined))
export type ChangeArticleBody = z.infer<typeof ChangeArticleBody>
