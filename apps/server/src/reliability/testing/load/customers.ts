import { Customer } from './customer.ts'

/** Writes after which a customer is replaced by a new one: a ticket list shows the newest hundred only. */
const MOST_WRITES = 60

/** Customers who write all the time; when cut off, each repeats its unanswered write and goes on. */
export class Customers {
  readonly #customers: Customer[] = []
  readonly #writing: Promise<unknown>
  #isOver = false
  /** Number of writes that were cut off and repeated. */
  resent = 0

  constructor(name: string, size: number, origin: string) {
    this.#writing = Promise.all(Array.from({ length: size }, (_, nth) => this.#write(`${name}-${nth}`, origin)))
  }

  /** Number of acknowledged writes. */
  get done(): number {
    return this.#customers.reduce((sum, one) => sum + one.done, 0)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#writing
  }

  /** Expects, through one node, every acknowledged write to exist once, and nothing else. */
  async look(origin: string): Promise<void> {
    for (const customer of this.#customers) await customer.look(origin)
  }

  async #write(name: string, origin: string): Promise<void> {
    for (let nth = 0; !this.#isOver; nth++) {
      const customer = new Customer(`${name}-${nth}@example.org`)
      this.#customers.push(customer)
      const isEnough = () => this.#isOver || customer.done >= MOST_WRITES
      while (!isEnough()) {
        await customer.live(origin, isEnough)
        if (await customer.sendAgain(origin)) this.resent++
      }
    }
  }
}
