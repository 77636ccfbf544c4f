import { z } from 'zod'

/** Schema of calls that answer 204. */
export const NO_CONTENT = z.undefined()
