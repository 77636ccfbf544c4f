import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import { StorageFailure } from '../../../app/ports/storage.ts'
import { systemRandom } from '../../system/randomness.ts'
import { isRetryable, told } from './failures.ts'
import { Joint } from './joint.ts'

/** What statements are made with: bound values only (security.md 54). */
export type Statements = NodePgDatabase

export type DatabaseOptions = {
  readonly connection: ClientConfig
  /** Less in tests. */
  readonly statementWithinMs?: number
  /** Told of connections that broke while nobody used them. */
  readonly onLost: (error: Error) => void
}

const MOST_CONNECTIONS = 10
/** More than that wait for nothing: they are told at once (S5). */
const MOST_WAITING = 200
/** For a connection, from the pool or new (S4). */
const CONNECT_WITHIN_MS = 2_000
const STATEMENT_WITHIN_MS = 5_000
/** A server that is gone without a word cannot cancel a statement: then we do. */
const LATE_MS = 1_000
const TRIES = 4
/** At most, and longer each time; two that met once do not meet again. */
const RETRY_AFTER_MS = 20

/** A pool of connections; every failure comes out of it as a `StorageFailure`, or is a defect of ours. */
export class Database {
  readonly #pool: Pool
  /** What is asked from within `together`, however deep, finds its transaction here. */
  readonly #joint = new AsyncLocalStorage<Joint | null>()

  constructor({ connection, statementWithinMs = STATEMENT_WITHIN_MS, onLost }: DatabaseOptions) {
    this.#pool = new Pool({
      ...connection,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      statement_timeout: statementWithinMs,
      query_timeout: statementWithinMs + LATE_MS,
      idle_in_transaction_session_timeout: 2 * statementWithinMs,
      keepAlive: true,
      application_name: 'makas',
    })
    this.#pool.on('error', onLost)
    // A connection that breaks in our hands fails the statement; the event alone would end the process. It may come in the
    // same packet as the word that the connection stands, before whoever waits for that can listen.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Statements that stand for themselves: each is committed, and on disk, when its promise resolves. */
  run<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#joined(work) ?? this.#withClient((client) => work(drizzle(client)))
  }

  /**
   * All or nothing, and on disk when it resolves. `work` is done again, as a whole, where it met another transaction: it
   * must do nothing but statements.
   */
  transact<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#joined(work) ?? this.#transactAlone(work)
  }

  /**
   * Reads that belong together: all of them see the database as it was at the first, whatever is committed meanwhile. It
   * writes nothing.
   */
  snapshot<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#joined(work) ?? this.#transactAlone(work, 'begin isolation level repeatable read read only')
  }

  /**
   * A transaction of its own, into which `join` brings everything that is asked of this database meanwhile: use cases that
   * know nothing of it become parts of it.
   */
  together<T>(
    work: (statements: Statements, join: <J>(inner: () => Promise<J>) => Promise<J>) => Promise<T>,
  ): Promise<T> {
    return this.#transactAlone((statements) =>
      work(statements, async (inner) => {
        const joint = new Joint(statements)
        try {
          return await this.#joint.run(joint, inner)
        } finally {
          joint.end()
        }
      }),
    )
  }

  #joined<T>(work: (statements: Statements) => Promise<T>): Promise<T> | null {
    const joint = this.#joint.getStore() ?? null
    if (joint === null || joint.isOver) return null
    return joint.part((statements) => this.#joint.run(null, () => work(statements)))
  }

  async #transactAlone<T>(work: (statements: Statements) => Promise<T>, begin = 'begin'): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#withClient((client) => inTransaction(client, begin, work))
      } catch (error) {
        if (tries === TRIES || !isRetryable(error)) throw told(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * tries * systemRandom()))
      }
    }
  }

  /** Waits for the statements in hand. */
  end(): Promise<void> {
    return this.#pool.end()
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#pool.waitingCount >= MOST_WAITING) throw new StorageFailure('unavailable', 'database: too many waiting')
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw told(error)
    }
    let isSound = false
    try {
      const result = await work(client)
      isSound = true
      return result
    } catch (error) {
      const failure = isRetryable(error) ? error : told(error)
      isSound = !(failure instanceof StorageFailure && failure.kind === 'unavailable')
      throw failure
    } finally {
      // After a lost or late answer nobody knows what the connection is at: it is closed.
      client.release(!isSound)
    }
  }
}

async function inTransaction<T>(
  client: PoolClient,
  begin: string,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  await client.query(begin)
  let result: T
  try {
    result = await work(drizzle(client))
  } catch (error) {
    // Where this fails too, the connection is lost and the server rolls back by itself: that is then what is told.
    await client.query('rollback')
    throw error
  }
  await client.query('commit')
  return result
}
