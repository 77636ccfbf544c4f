import { VIEW_FORM } from '../calls/errors.ts'
import { line } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'

/** The query of the page's address, without the question mark; the page ignores unknown parameters. */
const Query = z
  .string()
  .max(500)
  .regex(/^[\w.,=&%+!'()*~-]*$/)

/** A named set of filters and sorting of a list of opportunities. */
export const SavedView = z.object({ name: z.string().min(1), query: Query })
export type SavedView = z.infer<typeof SavedView>

/** Most saved views of a user. */
export const MOST_VIEWS = 20

/** `GET /api/views`: all of a user's views, in their order. */
export const SavedViews = z.object({ views: z.array(SavedView).max(MOST_VIEWS) })

/** `PUT /api/views` replaces them all. */
export const ReplaceViewsBody = z.object({
  views: z.array(z.object({ name: line(40, VIEW_FORM.name), query: Query })).max(MOST_VIEWS),
})
