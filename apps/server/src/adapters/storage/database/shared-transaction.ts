import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isRetryable, toStorageError } from './failures.ts'

/** A transaction whose parts, the joined statements and transactions, run one after the other. */
export class SharedTransaction<Statements extends NodePgDatabase> {
  readonly #statements: Statements
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(statements: Statements) {
    this.#statements = statements
  }

  /** Ends the joining: later statements run on their own. */
  end(): void {
    this.#isOver = true
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Runs a part, all or nothing. A part that fails leaves the other parts as they are. */
  part<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => this.#within(work))
    this.#last = mine.catch(() => undefined)
    return mine
  }

  async #within<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    await this.#statements.execute(sql`savepoint part`)
    let result: T
    try {
      result = await work(this.#statements)
    } catch (error) {
      await this.#statements.execute(sql`rollback to savepoint part`)
      // A retryable failure repeats the whole transaction, not this part.
      throw isRetryable(error) ? error : toStorageError(error)
    }
    await this.#statements.execute(sql`release savepoint part`)
    return result
  }
}
