import { z } from './zod.ts'

/** Every machine code an error body can carry. A new code is added here and nowhere else. */
export const ERROR_CODES = [
  'bad-request',
  'validation',
  'not-found',
  'opportunity-closed',
  'method-not-allowed',
  'not-acceptable',
  'timeout',
  'payload-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'rate-limited',
  'headers-too-large',
  'internal',
  'unavailable',
  'not-stored',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The HTTP status that goes with each code (runtime.md, HTTP). */
export const ERROR_STATUS = {
  'bad-request': 400,
  validation: 400,
  'not-found': 404,
  'opportunity-closed': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  timeout: 408,
  'payload-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
  'not-stored': 507,
} as const satisfies Record<ErrorCode, number>

/** The body of every error: a Turkish sentence for people, a code for machines, and the fields that were wrong. */
export const ErrorBody = z.object({
  detail: z.string().min(1),
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
