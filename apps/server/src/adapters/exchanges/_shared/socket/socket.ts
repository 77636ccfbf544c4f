import type { IncomingMessage } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import { WebSocket } from 'ws'
import { MAX_FRAME_BYTES } from '../parse/frame-limits.ts'
import { type NetFailure, netFailure } from '../talk/net-failure.ts'
import { TextFrames } from './text-frames.ts'

const HANDSHAKE_MS = 8_000
/** Bytes of a refusal's body that are read: it names its reason at the beginning. */
const REFUSAL_BYTES = 400
/** Time limit of that body, which usually comes together with the status. */
const REFUSAL_MS = 2_000

/** Why a connection ended. The status and the fields after it are there where plain HTTP answered the handshake. */
export type SocketEnd = NetFailure & {
  readonly status: number | null
  readonly retryAfter: string | null
  /** The beginning of the answer's body. */
  readonly bodyStart?: string
}

export type SocketEvents = {
  opened(): void
  /** A whole message; messages come in order of arrival. */
  frame(bytes: Uint8Array, isBinary: boolean): void
  /** A control ping or pong came: the other side lives. */
  pinged(kind: 'ping' | 'pong'): void
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
  let stream: NetSocket | null = null
  socket.once('upgrade', (response) => {
    stream = response.socket
  })
  socket.on('open', () => {
    if (stream !== null) cutTextFrames(socket, stream, (text) => events.frame(text, false))
    if (heard) events.opened()
  })
  socket.on('message', (data, isBinary) => {
    if (heard) events.frame(data as Buffer, isBinary)
  })
  socket.on('ping', () => {
    if (heard) events.pinged('ping')
  })
  socket.on('pong', () => {
    if (heard) events.pinged('pong')
  })
  socket.on('unexpected-response', (_request, response) => {
    const status = response.statusCode ?? 0
    const retryAfter = response.headers['retry-after'] ?? null
    const refused = { reason: 'refused', detail: `status ${status}`, status, retryAfter } as const
    // The refusal counts even if the connection breaks while its body is read.
    end = refused
    void startOf(response).then((bodyStart) => {
      end = { ...refused, bodyStart }
      socket.terminate()
      ended()
    })
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

/** Passes text frames of an open connection to `frame`; `ws` gets, and judges, whatever else comes. */
function cutTextFrames(socket: WebSocket, stream: NetSocket, frame: (text: Uint8Array) => void): void {
  const [listener] = stream.listeners('data')
  const library = listener as (bytes: Uint8Array) => void
  const frames = new TextFrames({
    text: frame,
    ping: (bytes) => library.call(stream, bytes),
    rest(bytes) {
      stream.on('data', library).off('data', chunk)
      library.call(stream, bytes)
    },
    // After `discard` `ws` reads no more either.
    isOver: () => socket.readyState !== WebSocket.OPEN,
  })
  const chunk = (bytes: Buffer) => frames.chunk(bytes)
  stream.on('data', chunk).off('data', library)
}

/** The first bytes of a refusal's body, as far as they come in time. */
function startOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let start = ''
    const done = () => {
      clearTimeout(timer)
      resolve(start.slice(0, REFUSAL_BYTES))
    }
    const timer = setTimeout(done, REFUSAL_MS)
    response.setEncoding('latin1').on('data', (piece: string) => {
      start += piece
      if (start.length >= REFUSAL_BYTES) done()
    })
    response.once('end', done).once('close', done).on('error', done)
  })
}
