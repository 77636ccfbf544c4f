import { VIEW_FORM } from '../calls/errors.ts'
import { line } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'

/** The query of the page's address, without the question mark; parameters that are none are dropped by the page. */
const Query = z
  .string()
  .max(500)
  .regex(/^[\w.,=&%+!'()*~-]*$/)

/** A list of opportunities as somebody likes to look at it, under a name. */
export const SavedView = z.object({ name: z.string().min(1), query: Query })
export type SavedView = z.infer<typeof SavedView>

/** At most so many of a person. */
export const MOST_VIEWS = 20

/** `GET /api/views`: all of a person's views, in their order. */
export const SavedViews = z.object({ views: z.array(SavedView).max(MOST_VIEWS) })

/** `PUT /api/views` replaces them all. */
export const ReplaceViewsBody = z.object({
  views: z.array(z.object({ name: line(40, VIEW_FORM.name), query: Query })).max(MOST_VIEWS),
})
