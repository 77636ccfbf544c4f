import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type PreparedBody } from './prepared-body.ts'

/** Answers with a prepared body: 304 where the client has it, else in the best encoding that the client reads. */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  body: PreparedBody,
): FastifyReply | Promise<FastifyReply> {
  const vary = reply.getHeader('vary')
  reply.header('etag', body.etag).header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`)
  if (matches(request.headers['if-none-match'], body.etag)) return reply.code(304).send()
  const encoding = body.isWorthCompressing ? acceptedEncoding(request.headers['accept-encoding']) : null
  if (encoding === null) return reply.send(body.bytes)
  reply.header('content-encoding', encoding)
  const encoded = body.encoded(encoding)
  return Buffer.isBuffer(encoded) ? reply.send(encoded) : encoded.then((bytes) => reply.send(bytes))
}

/** Weak comparison (RFC 9110 §13.1.2): a cache in between may have made the etag weak or strong. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const bare = etag.replace(/^W\//, '')
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === bare)
}
