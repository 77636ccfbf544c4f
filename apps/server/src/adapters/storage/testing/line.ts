import { Server, Socket } from 'node:net'
import type { ClientConfig } from 'pg'

/** A proxy before the database that can be cut, refuse connections, delay, or forward nothing. */
export class Line {
  readonly #pairs = new Set<Socket>()
  readonly #server: Server
  mode: 'open' | 'refused' | 'silent' = 'open'
  /** Delay of data to the database, ms. */
  delayMs = 0
  readonly #target: ClientConfig
  #port = 0

  constructor(target: ClientConfig) {
    this.#target = target
    const { host = '', port = 5432 } = target
    const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    this.#server = new Server((near) => {
      if (this.mode === 'refused') return void near.destroy()
      const far = new Socket().connect(place)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#pairs.add(from)
        from.on('data', (piece) => {
          if (this.mode === 'silent') return
          if (from === near && this.delayMs > 0) setTimeout(() => to.write(piece), this.delayMs)
          else to.write(piece)
        })
        from.on('error', () => to.destroy())
        from.on('close', () => {
          this.#pairs.delete(from)
          to.destroy()
        })
      }
    })
  }

  listen(): Promise<void> {
    return new Promise((resolve) =>
      this.#server.listen(0, '127.0.0.1', () => {
        this.#port = (this.#server.address() as { port: number }).port
        resolve()
      }),
    )
  }

  /** Connection settings of the database through this proxy. */
  get connection(): ClientConfig {
    return { ...this.#target, host: '127.0.0.1', port: this.#port }
  }

  cut(): void {
    for (const socket of this.#pairs) socket.destroy()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
