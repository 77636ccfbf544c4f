import { type AddressInfo, Server, Socket } from 'node:net'

/** TCP load balancer: passes each connection to the next node that accepts it. */
export class RoundRobin {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #ports: readonly number[] = []
  #next = 0

  constructor() {
    this.#server = new Server((near) => {
      near.pause()
      this.#keep(near)
      this.#give(near, this.#ports.length)
    })
  }

  static async started(): Promise<RoundRobin> {
    const proxy = new RoundRobin()
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Sets the nodes for new connections; open ones stay where they are. */
  before(origins: readonly string[]): void {
    this.#ports = origins.map((origin) => Number(new URL(origin).port))
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  /** Connects `near` to the next node; one that refuses is skipped, `tries` times at most. */
  #give(near: Socket, tries: number): void {
    const port = this.#ports[this.#next++ % this.#ports.length]
    if (port === undefined || tries === 0) return void near.destroy()
    const far = new Socket()
    this.#keep(far)
    const refused = () => this.#give(near, tries - 1)
    far.once('error', refused)
    far.connect(port, '127.0.0.1', () => {
      far.off('error', refused)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroy())
        from.pipe(to)
      }
    })
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
