import { z } from 'zod'

/** The id of a row in an address, in the form that we make. */
export const RowParameters = z.object({ id: z.string().regex(/^[\w.:→-]{1,128}$/u) })
