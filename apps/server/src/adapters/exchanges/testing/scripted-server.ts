import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExchangeId } from '@makas/domain'
import type { TestContext } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { FastClock } from './fast-clock.ts'
import { FeedRig } from './feed-rig.ts'

/** The answers of a scripted exchange, by its own paths and texts. */
export type Script = {
  /** The path that stands for the exchange's hosts. */
  readonly prefix: string
  /** The body of an answer to a REST call; null: there is no such call. */
  readonly rest: (path: string, query: URLSearchParams) => unknown
  /** The frames that answer a text of the client; strings are sent unchanged. */
  readonly answer: (text: string, socketPath: string) => readonly unknown[]
}

export type Call = { readonly path: string; readonly query: URLSearchParams; readonly time: number }
export type SentText = { readonly socket: number; readonly path: string; readonly text: string }

/** A scripted exchange on loopback that notes the calls and texts of its client. */
export class ScriptedServer {
  readonly calls: Call[] = []
  readonly sent: SentText[] = []
  readonly #sockets = new Map<WebSocket, { readonly number: number; readonly path: string }>()
  readonly #script: Script
  readonly #now: () => number
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://scripted')
    const path = url.pathname.slice(this.#script.prefix.length)
    this.calls.push({ path, query: url.searchParams, time: this.#now() })
    const body = this.#script.rest(path, url.searchParams)
    response.writeHead(body === null ? 404 : 200).end(JSON.stringify(body))
  })
  #count = 0

  /** @param now the clock of the noted calls, ms. */
  constructor(script: Script, now: () => number) {
    this.#script = script
    this.#now = now
    new WebSocketServer({ server: this.#server }).on('connection', (socket, request) => {
      const path = new URL(request.url ?? '/', 'http://scripted').pathname.slice(script.prefix.length)
      const number = this.#count++
      this.#sockets.set(socket, { number, path })
      socket.on('close', () => this.#sockets.delete(socket))
      socket.on('message', (data) => {
        const text = String(data)
        this.sent.push({ socket: number, path, text })
        for (const frame of script.answer(text, path)) socket.send(textOf(frame))
      })
    })
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Sends a frame on every open socket that has sent a text with `marker` in it. */
  push(frame: unknown, marker: string): void {
    const asked = new Set(this.sent.filter(({ text }) => text.includes(marker)).map(({ socket }) => socket))
    for (const [socket, { number }] of this.#sockets) if (asked.has(number)) socket.send(textOf(frame))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const textOf = (frame: unknown) => (typeof frame === 'string' ? frame : JSON.stringify(frame))

/** A feed of perpetuals on a scripted exchange, by a clock that runs `factor` times as fast; all end with the test. */
export async function scriptedPerps<S extends Script>(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  exchange: ExchangeId,
  factor: number,
  make: (clock: FastClock) => S,
) {
  const clock = new FastClock(factor)
  const script = make(clock)
  const server = new ScriptedServer(script, () => clock.now())
  await server.listen()
  const rig = new FeedRig({ exchange, market: 'perp', origin: server.origin, clock })
  onTestFinished(async () => {
    await rig.stop()
    clock.stop()
    await server.stop()
  })
  return { clock, exchange: script, server, rig }
}
