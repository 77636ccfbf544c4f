import { ErrorBody } from '@makas/contract'
import { type ZodType, z } from 'zod'

/** The answers of a reading call, for the description of the API. */
export function answers(body: ZodType, hasEtag: boolean): Record<number, ZodType> {
  const failures = { 400: ErrorBody, 404: ErrorBody, 405: ErrorBody, 429: ErrorBody, 503: ErrorBody }
  return { 200: body, ...(hasEtag ? { 304: z.void() } : {}), ...failures }
}
