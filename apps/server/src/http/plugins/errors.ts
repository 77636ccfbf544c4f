import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, fieldSentence, isFormSentence } from '@makas/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { QueueFull } from '../../app/ports/system/fair-queue.ts'
import { StorageFailure } from '../../app/ports/system/storage.ts'
import { UserRefusal } from '../../app/users/user-parts.ts'
import { ApiFailure } from '../api-failure.ts'
import { allowedAt } from '../calls/route-table.ts'
import { BARE_HEADERS } from './headers.ts'

type Logger = { error(data: object, message: string): void }

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  408: 'timeout',
  413: 'payload-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  429: 'rate-limited',
  431: 'headers-too-large',
  503: 'unavailable',
}

/** Retry-After while the database is lost, s. The database is back within seconds (reliability-matrix.md S3, S4). */
const STORAGE_AGAIN_S = 5
/** Retry-After of work for which other people's shares leave no room, s. */
const SHARED_AGAIN_S = 5

/** Caps user text in the log (security.md 68). */
const logged = (text: string) => text.slice(0, 200)

/** Answers every refusal and failure by one JSON body with a Turkish sentence and a code (security.md 63). */
export function errors(app: FastifyInstance, unknown: (request: FastifyRequest) => ApiFailure = unknownAddress): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    sendFailure(reply, failureOf(error, request))
  })
  app.setNotFoundHandler((request, reply) => {
    sendFailure(reply, unknown(request))
  })
}

/** A known path with another method is a 405 that names the methods; any other address is a 404. */
export function unknownAddress({ url, method }: FastifyRequest): ApiFailure {
  const allow = allowedAt(url)
  const isOther = allow !== null && !allow.split(', ').includes(method)
  return isOther ? new ApiFailure('method-not-allowed', { allow }) : new ApiFailure('not-found')
}

function failureOf(error: FastifyError, request: FastifyRequest): ApiFailure {
  if (error instanceof ApiFailure) return error
  if (error.validation !== undefined) return invalid(fieldsOf(error.validation))
  if (error instanceof UserRefusal) return new ApiFailure(error.code, waiting(error.retryAfterS))
  if (error instanceof QueueFull) return new ApiFailure('rate-limited', { retryAfterS: SHARED_AGAIN_S })
  if (error instanceof StorageFailure && error.kind !== 'duplicate') {
    return new ApiFailure(error.kind === 'full' ? 'not-stored' : 'unavailable', { retryAfterS: STORAGE_AGAIN_S })
  }
  const { statusCode } = error
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiFailure(BY_STATUS[statusCode] ?? 'bad-request')
  }
  request.log.error({ error: error.stack, url: logged(request.url), requestId: request.id }, 'request-failed')
  return new ApiFailure('internal')
}

const waiting = (retryAfterS: number | null) => (retryAfterS === null ? {} : { retryAfterS })

/** The forms show only `detail`, so the sentence that the specification gives a field stands there too (ERR-01). */
function invalid(fields: Record<string, string>): ApiFailure {
  const detail = Object.values(fields).find(isFormSentence)
  return new ApiFailure('validation', { fields, ...(detail === undefined ? {} : { detail }) })
}

export function sendFailure(reply: FastifyReply, failure: ApiFailure): void {
  const { retryAfterS, allow } = failure.more
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  if (allow !== undefined) reply.header('allow', allow)
  // The unread rest of the body must not be taken for the next request.
  if (failure.code === 'payload-too-large') reply.header('connection', 'close')
  reply.removeHeader('etag').removeHeader('content-encoding')
  reply
    .code(failure.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(failure.body)
}

/** The part of a validation error of the schema compiler that we read. */
type Issue = {
  readonly instancePath?: string
  readonly keyword?: string
  readonly params?: unknown
  readonly message?: string
}

function fieldsOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const name = (issue.instancePath ?? '').split('/').filter(Boolean).join('.') || 'body'
    fields[name] ??= sentenceOf(issue)
  }
  return fields
}

function sentenceOf({ keyword: code, params, message }: Issue): string {
  const more = typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {}
  return fieldSentence({ code, message, origin: more.origin, values: more.values })
}

/** Answers a request that Node could not parse, for which there is no request object. */
export function answerUnparsable(error: Error & { code?: string }, socket: Socket, log: Logger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure = new ApiFailure(codeOfUnparsable(error.code))
  const id = randomUUID()
  if (error.code?.startsWith('HPE_') !== true && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    log.error({ error: logged(String(error.message)), requestId: id }, 'connection-failed')
  }
  const body = failure.body
  const lines = Object.entries({
    ...BARE_HEADERS,
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`)
}

function codeOfUnparsable(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timeout'
  return 'bad-request'
}
