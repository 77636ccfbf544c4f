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

/** security.md 65. */
export const Page = z.object({ limit: whole(1, LARGEST, 20), skip: whole(0, 1_000_000, 0) })

/** Of a list that the specification asks for without naming a page: as much as one page may hold. */
export const LargePage = z.object({ ...Page.shape, limit: whole(1, LARGEST, LARGEST) })

/** The page that a request asks for, on a route that checked it. */
export const pageIn = (request: FastifyRequest) => request.query as z.output<typeof Page>
