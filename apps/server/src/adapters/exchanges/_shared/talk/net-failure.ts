export type NetFailure = {
  readonly reason: 'unreachable' | 'tls' | 'dns' | 'timeout' | 'too-large' | 'redirected' | 'refused' | 'closed'
  readonly detail: string
}

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA'])
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|EPROTO)/

/** Names the layer that failed, for the status page (F23). */
export function netFailure(error: unknown): NetFailure {
  const detail = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (DNS_CODES.has(code)) return { reason: 'dns', detail }
  if (TLS_CODE.test(code)) return { reason: 'tls', detail }
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return { reason: 'too-large', detail }
  if (code === 'ETIMEDOUT') return { reason: 'timeout', detail }
  return { reason: 'unreachable', detail }
}
