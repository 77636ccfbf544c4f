import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { isRetryable, told } from './failures.ts'

type Statements = NodePgDatabase

/** A transaction that others' statements and transactions are parts of, one after the other. */
export class Joint {
  readonly #statements: Statements
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(statements: Statements) {
    this.#statements = statements
  }

  /** From now on it takes no more parts: what is still asked then stands for itself. */
  end(): void {
    this.#isOver = true
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** All or nothing; one that fails leaves the others as they are, as its own transaction would. */
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
      // The whole is tried again, not this part of it.
      throw isRetryable(error) ? error : told(error)
    }
    await this.#statements.execute(sql`release savepoint part`)
    return result
  }
}
