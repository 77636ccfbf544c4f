import { z } from 'zod'

/** Of calls that answer with nothing but 204. */
export const NO_CONTENT = z.undefined()
