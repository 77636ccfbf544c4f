import { WebSocket } from 'ws'
import { pause } from '../../http/testing/own-time.ts'

export { pause }

/** A stream client for tests: keeps every text frame, in order. */
export interface WireClient {
  readonly frames: string[]
  readonly socket: WebSocket
  /** How the connection ended; undefined while it lives. */
  readonly end: () => { code: number; reason: string } | undefined
  send(message: unknown): void
  /** The first frame from index `from` on that satisfies `test`; rejects after `withinMs`. */
  frame(test: (text: string) => boolean, from?: number, withinMs?: number): Promise<string>
  close(): void
}

/** Waits until `holds` is true; rejects with `what` after `withinMs`. */
export async function until(holds: () => boolean, what: string, withinMs = 120_000): Promise<void> {
  const started = performance.now()
  while (!holds()) {
    if (performance.now() - started > withinMs) throw new Error(`never happened: ${what}`)
    await pause(10)
  }
}

/** Connects; rejects where the server refuses. */
export function connect(origin: string, path: string): Promise<WireClient> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { maxPayload: 256 * 1024 * 1024 })
  const frames: string[] = []
  let end: { code: number; reason: string } | undefined
  socket.on('message', (data) => frames.push(data.toString()))
  socket.on('close', (code, reason) => {
    end = { code, reason: reason.toString() }
  })
  const client: WireClient = {
    frames,
    socket,
    end: () => end,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    frame: async (test, from = 0, withinMs = 120_000) => {
      const found = () => frames.slice(from).find(test)
      await until(() => found() !== undefined, `a frame that ${test}`, withinMs)
      return found() as string
    },
    close: () => socket.terminate(),
  }
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(client))
    socket.once('error', reject)
  })
}

type Pair = readonly [price: string, size: string]

/** A simple book: a map from price text to size text, sorted as a whole when read. */
export class PlainBook {
  readonly bids = new Map<string, string>()
  readonly asks = new Map<string, string>()

  replace(bids: readonly Pair[], asks: readonly Pair[]): void {
    this.bids.clear()
    this.asks.clear()
    this.apply(bids, asks)
  }

  apply(bids: readonly Pair[], asks: readonly Pair[]): void {
    for (const [side, changes] of [
      [this.bids, bids],
      [this.asks, asks],
    ] as const) {
      for (const [price, size] of changes) {
        if (Number(size) === 0) side.delete(price)
        else side.set(price, size)
      }
    }
  }

  /** Best levels first, at most `depth`; also drops the rest, as Kraken asks for. */
  top(depth: number): { bids: Pair[]; asks: Pair[] } {
    const cut = (side: Map<string, string>, sign: number) => {
      const sorted = [...side].sort(([a], [b]) => sign * (Number(a) - Number(b)))
      for (const [price] of sorted.slice(depth)) side.delete(price)
      return sorted.slice(0, depth)
    }
    return { bids: cut(this.bids, -1), asks: cut(this.asks, 1) }
  }
}

export const topOf = (book: { bids: readonly Pair[]; asks: readonly Pair[] }, depth: number) => ({
  bids: book.bids.slice(0, depth),
  asks: book.asks.slice(0, depth),
})
