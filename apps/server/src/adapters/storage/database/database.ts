import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import type { KeyVersion } from '../../system/keys/key-ring.ts'
import { systemRandom } from '../../system/randomness.ts'
import { CONNECT_WITHIN_MS } from './address.ts'
import { isRetryable, toStorageError } from './failures.ts'
import { SharedTransaction } from './shared-transaction.ts'

/** The keys that link lines of the audit log (security.md 83), oldest first, read when a line needs one; may throw. */
export type AuditKey = () => readonly KeyVersion[]

/** Interface for statements, with bound values only (security.md 54). */
export type Statements = NodePgDatabase & { readonly auditKey: AuditKey }

export const statementsOf = (client: Client | PoolClient, auditKey: AuditKey): Statements =>
  Object.assign(drizzle(client), { auditKey })

const noKey: AuditKey = () => {
  throw new Error('the key of the audit log was not given to this connection')
}

export type DatabaseOptions = {
  readonly connection: ClientConfig
  /** Time limit of a statement, ms. Only tests set it. */
  readonly statementWithinMs?: number
  /** Time limit for a connection, from the pool or new, ms. Only tests set it. */
  readonly connectWithinMs?: number
  /** Left out: no line of the audit log is written or verified. */
  readonly auditKey?: AuditKey
  /** Called for connections that broke while idle. */
  readonly onLost: (error: Error) => void
}

const MOST_CONNECTIONS = 10
/** Callers that wait for a connection, at most; further callers fail at once (S5). */
const MOST_WAITING = 200
const STATEMENT_WITHIN_MS = 5_000
/** Grace after the statement limit before we drop the connection: a vanished server cancels nothing itself. */
const LATE_MS = 1_000
const TRIES = 4
/**
 * Longest pause before the first retry, ms; longer for each further retry. Random, so that two transactions separate.
 */
const RETRY_AFTER_MS = 20

/** A pool of connections; failures are thrown as `StorageFailure`, except defects of ours. */
export class Database {
  readonly #pool: Pool
  readonly #auditKey: AuditKey
  /** The transaction of `together` that statements made within it, at any depth, join. */
  readonly #shared = new AsyncLocalStorage<SharedTransaction<Statements> | null>()

  constructor({
    connection,
    statementWithinMs = STATEMENT_WITHIN_MS,
    connectWithinMs = CONNECT_WITHIN_MS,
    auditKey = noKey,
    onLost,
  }: DatabaseOptions) {
    this.#auditKey = auditKey
    this.#pool = new Pool({
      ...connection,
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: connectWithinMs,
      statement_timeout: statementWithinMs,
      query_timeout: statementWithinMs + LATE_MS,
      idle_in_transaction_session_timeout: 2 * statementWithinMs,
      keepAlive: true,
      application_name: 'makas',
    })
    this.#pool.on('error', onLost)
    // A broken connection fails its statement; an unheard 'error' event would end the process. The event may come in
    // the packet that reports the connection as ready, before any other listener is added.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Runs single statements: each is committed, and on disk, when its promise resolves. */
  run<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#partOfShared(work) ?? this.#runAlone(work)
  }

  /**
   * Runs a transaction, on disk when it resolves. `work` is repeated as a whole after a serialisation failure or
   * deadlock: it must do nothing but statements.
   */
  transact<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#partOfShared(work) ?? this.#transactAlone(work)
  }

  /**
   * Runs reads that belong together: all of them see the database as of the first one. It cannot write.
   */
  snapshot<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#partOfShared(work) ?? this.#transactAlone(work, 'begin isolation level repeatable read read only')
  }

  /**
   * Runs a transaction. Everything within `join` becomes a part of it: use cases that know nothing of the transaction
   * use this database as always.
   */
  together<T>(
    work: (statements: Statements, join: <J>(inner: () => Promise<J>) => Promise<J>) => Promise<T>,
  ): Promise<T> {
    return this.#transactAlone((statements) =>
      work(statements, async (inner) => {
        const shared = new SharedTransaction(statements)
        try {
          return await this.#shared.run(shared, inner)
        } finally {
          shared.end()
        }
      }),
    )
  }

  #partOfShared<T>(work: (statements: Statements) => Promise<T>): Promise<T> | null {
    const shared = this.#shared.getStore() ?? null
    if (shared === null || shared.isOver) return null
    return shared.part((statements) => this.#shared.run(null, () => work(statements)))
  }

  async #runAlone<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    try {
      return await this.#withClient((client) => work(statementsOf(client, this.#auditKey)))
    } catch (error) {
      throw toStorageError(error)
    }
  }

  async #transactAlone<T>(work: (statements: Statements) => Promise<T>, begin = 'begin'): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#withClient((client) =>
          inTransaction(client, begin, (one) => work(statementsOf(one, this.#auditKey))),
        )
      } catch (error) {
        if (tries === TRIES || !isRetryable(error)) throw toStorageError(error)
        await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * tries * systemRandom()))
      }
    }
  }

  /** Closes the pool after the statements under way. */
  end(): Promise<void> {
    return this.#pool.end()
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#pool.waitingCount >= MOST_WAITING) throw new StorageFailure('unavailable', 'database: too many waiting')
    let client: PoolClient
    try {
      client = await this.#pool.connect()
    } catch (error) {
      throw toStorageError(error)
    }
    let isSound = false
    try {
      const result = await work(client)
      isSound = true
      return result
    } catch (error) {
      const failure = isRetryable(error) ? error : toStorageError(error)
      isSound = !(failure instanceof StorageFailure && failure.kind === 'unavailable')
      throw failure
    } finally {
      // After a lost or late answer the connection's state is unknown: it is closed.
      client.release(!isSound)
    }
  }
}

async function inTransaction<T>(
  client: PoolClient,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  await client.query(begin)
  let result: T
  try {
    result = await work(client)
  } catch (error) {
    // If the rollback fails too, the connection is lost: the server rolls back by itself, and this failure is thrown.
    await client.query('rollback')
    throw error
  }
  await client.query('commit')
  return result
}
