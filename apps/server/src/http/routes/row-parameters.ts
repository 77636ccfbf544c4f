import { z } from 'zod'

/** The id of a row in an address. Ids are made by us of these characters; anything else is no id. */
export const RowParameters = z.object({ id: z.string().regex(/^[\w.:→-]{1,128}$/u) })
