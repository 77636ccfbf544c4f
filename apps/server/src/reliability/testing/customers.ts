import { Customer } from './customer.ts'

/** A person's list shows the newest hundred tickets: whoever wrote so much makes room for somebody new. */
const MOST_WRITES = 60

/** People who write the whole time; cut off in the midst each sends again what was not answered, and goes on. */
export class Customers {
  readonly #customers: Customer[] = []
  readonly #writing: Promise<unknown>
  #isOver = false
  /** Writes that were cut off and sent again. */
  resent = 0

  constructor(name: string, size: number, origin: string) {
    this.#writing = Promise.all(Array.from({ length: size }, (_, nth) => this.#write(`${name}-${nth}`, origin)))
  }

  /** Writes that were answered as done. */
  get done(): number {
    return this.#customers.reduce((sum, one) => sum + one.done, 0)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#writing
  }

  /** Everything that was answered as done is there by way of that node, once, and nothing else is. */
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
