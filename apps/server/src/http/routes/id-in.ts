import type { FastifyRequest } from 'fastify'
import { ApiFailure } from '../api-failure.ts'

/** Form of our ids. */
const ID = /^[\w-]{1,64}$/

/** The id in a request's address. @throws ApiFailure where it has another form than our ids */
export function idIn({ params }: FastifyRequest): string {
  const { id } = params as { readonly id: string }
  if (!ID.test(id)) throw new ApiFailure('not-found')
  return id
}
