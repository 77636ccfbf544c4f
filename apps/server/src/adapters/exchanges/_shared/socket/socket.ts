import { WebSocket } from 'ws'
import { type NetFailure, netFailure } from '../talk/net-failure.ts'

/** Bytes of a frame, at most; exchanges send far less, and a larger one ends the connection (F15). */
const MAX_FRAME_BYTES = 4 * 1024 * 1024
const HANDSHAKE_MS = 8_000

/** Why a connection ended; `status` and `retryAfter` where the handshake was answered by plain HTTP. */
export type SocketEnd = NetFailure & { readonly status: number | null; readonly retryAfter: string | null }

export type SocketEvents = {
  opened(): void
  /** A whole message; messages come in order of arrival. */
  frame(bytes: Uint8Array, isBinary: boolean): void
  /** A control ping or pong came: the other side lives. */
  beat(kind: 'ping' | 'pong'): void
  ended(end: SocketEnd): void
}

export type Socket = {
  send(text: string): void
  /** A WebSocket control ping. */
  ping(): void
  /** Ends the connection at once; no event follows, not even `ended`. */
  discard(): void
}

/**
 * A WebSocket client connection: uncompressed (a bomb cannot be inflated), bounded frames, verified TLS, no
 * redirects. UTF-8 is not checked twice: the readers accept only the bytes that they know.
 */
export function openSocket(url: string, events: SocketEvents): Socket {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    skipUTF8Validation: true,
    handshakeTimeout: HANDSHAKE_MS,
    followRedirects: false,
    rejectUnauthorized: true,
  })
  let heard = true
  let end: SocketEnd | null = null
  const ended = () => {
    if (!heard) return
    heard = false
    events.ended(end ?? { reason: 'closed', detail: 'closed', status: null, retryAfter: null })
  }
  socket.on('open', () => {
    if (heard) events.opened()
  })
  socket.on('message', (data, isBinary) => {
    if (heard) events.frame(data as Buffer, isBinary)
  })
  socket.on('ping', () => {
    if (heard) events.beat('ping')
  })
  socket.on('pong', () => {
    if (heard) events.beat('pong')
  })
  socket.on('unexpected-response', (_request, response) => {
    const status = response.statusCode ?? 0
    end = { reason: 'refused', detail: `status ${status}`, status, retryAfter: response.headers['retry-after'] ?? null }
    socket.terminate()
    ended()
  })
  // After an error `ws` may wait up to 30 s for the other side to close; a half-open one never does.
  socket.on('error', (error) => {
    end ??= { ...netFailure(error), status: null, retryAfter: null }
    socket.terminate()
    ended()
  })
  socket.on('close', (code, reason) => {
    end ??= { reason: 'closed', detail: `${code} ${reason.toString()}`.trim(), status: null, retryAfter: null }
    ended()
  })
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    },
    discard() {
      heard = false
      socket.terminate()
    },
  }
}
