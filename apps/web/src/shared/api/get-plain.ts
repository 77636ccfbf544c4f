import { ApiFailure } from './failure.ts'
import { READ_WITHIN_MS } from './read-within.ts'

/**
 * GET of one of our own calls without its schema, for parts that are drawn before the schemas are loaded. The caller
 * must check every field. Throws `ApiFailure`, or the abort of the given signal.
 */
export async function getPlain(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly body: unknown; readonly headers: Headers }> {
  try {
    const response = await fetch(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]) })
    if (!response.ok) {
      throw new ApiFailure({
        kind: 'refused',
        status: response.status,
        code: null,
        detail: null,
        fields: {},
        retryAfterS: null,
      })
    }
    const body: unknown = await response.json()
    return { body, headers: response.headers }
  } catch (cause) {
    if (signal.aborted || cause instanceof ApiFailure) throw cause
    throw new ApiFailure({ kind: 'unreachable' }, cause)
  }
}

/** A member of parsed JSON; undefined if it is missing. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (Reflect.get(value, name) as unknown)
    : undefined
}
