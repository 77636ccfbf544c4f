import { DrizzleQueryError } from 'drizzle-orm/errors'
import { DatabaseError } from 'pg'
import { StorageFailure } from '../../../app/ports/system/storage.ts'

/** The schema cannot be brought to this version. The message is a sentence for the operator. */
export class SchemaRefusal extends Error {}

/** The schema cannot be brought to this version now, perhaps later. The message is a sentence for the operator. */
export class NotMigrated extends Error {}

const DUPLICATE = '23505'
const FULL = '53100'
/** SQLSTATE of a serialisation failure and a deadlock: the transaction may be retried (S6). */
const RETRYABLE = new Set(['40001', '40P01'])
/**
 * Connection lost or refused, server starting, stopping, crashed or no longer the primary (25006), out of connections
 * or memory, too slow.
 */
const UNAVAILABLE = /^(08|57P|53|58|57014|25006|25P03|55P03)/
/** Error codes of the socket, and messages of the driver, which has no codes. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const LOST =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered|Client was closed|The server does not support|Connection ended|Cannot use a pool)/

/** The driver's error: drizzle wraps it in one whose message quotes the statement and its values. */
const bareError = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error)

/** Whether the whole transaction may be tried again. */
export function isRetryable(error: unknown): boolean {
  const bare = bareError(error)
  return bare instanceof DatabaseError && bare.code !== undefined && RETRYABLE.has(bare.code)
}

/**
 * The error that a use case gets. Defects of ours carry the database's code and constraint, without its message. Errors
 * that did not come from the database are returned unchanged.
 */
export function toStorageError(error: unknown): unknown {
  const bare = bareError(error)
  if (bare instanceof DatabaseError) {
    const { code = '', constraint, table } = bare
    if (code === DUPLICATE) return new StorageFailure('duplicate', 'duplicate', constraint ?? null)
    if (code === FULL) return new StorageFailure('full', 'the disk is full')
    if (RETRYABLE.has(code) || UNAVAILABLE.test(code)) return new StorageFailure('unavailable', `database: ${code}`)
    return new Error(`database error ${code}${table ? ` in ${table}` : ''}${constraint ? ` by ${constraint}` : ''}`)
  }
  return isLost(bare) ? new StorageFailure('unavailable', `database: ${(bare as Error).message}`) : error
}

/** Whether an error of the driver means that the connection is gone, or never was. */
export function isLost(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return ('code' in error && UNREACHABLE.has(String(error.code))) || isSocketMissing(error) || LOST.test(error.message)
}

/** Whether a Unix socket is missing. A missing file has the same code. */
const isSocketMissing = (error: Error) =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
