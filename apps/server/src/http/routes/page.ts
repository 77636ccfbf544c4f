import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

const LARGEST = 100

const whole = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
    .default(usual)

/** Page size and offset of a list (security.md 65). */
export const Page = z.object({ limit: whole(1, LARGEST, 20), skip: whole(0, 1_000_000, 0) })

/** A list without a page in the specification: the default is the largest page. */
export const LargePage = z.object({ ...Page.shape, limit: whole(1, LARGEST, LARGEST) })

/** The page of a request, on a route that checked the query. */
export const pageIn = (request: FastifyRequest) => request.query as z.output<typeof Page>
