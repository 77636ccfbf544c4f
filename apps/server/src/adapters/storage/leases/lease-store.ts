import { type SQL, sql } from 'drizzle-orm'
import type { Lease, LeaseStore } from '../../../app/ports/system/lease-store.ts'
import type { Database } from '../database/database.ts'
import { leases } from '../schema/operation.ts'

/** Leases in PostgreSQL, by its clock; `database` may not have come up yet. */
export function leaseStore(database: () => Database): LeaseStore {
  const changed = async (statement: SQL): Promise<boolean> => {
    const { rowCount } = await database().run((statements) => statements.execute(statement))
    return rowCount === 1
  }
  /**
   * Takes a lease by one atomic statement; `turn` is null for a lease without turns. Null: another process holds the
   * lease, or the turn is done.
   */
  const take = async (name: string, turn: string | null, holder: string, forMs: number): Promise<Lease | null> => {
    const { rows } = await database().run((statements) =>
      statements.execute<{ readonly epoch: string }>(sql`
        insert into ${leases} (name, holder, epoch, until) values (${name}, ${holder}, 1, ${inMs(forMs)})
        on conflict (name) do update
          set holder = excluded.holder, epoch = ${leases.epoch} + 1, until = ${inMs(forMs)}
          where (${leases.holder} is null or ${leases.until} < clock_timestamp())
            and (${turn}::text is null or ${leases.done} is distinct from ${turn}::text)
        returning epoch`),
    )
    const [taken] = rows
    return taken === undefined ? null : { name, holder, epoch: Number(taken.epoch) }
  }
  return {
    lease: (name, holder, forMs) => take(name, null, holder, forMs),

    async claim(name, turn, holder, forMs) {
      const lease = await take(name, turn, holder, forMs)
      if (lease !== null) return { kind: 'claimed', lease }
      const { rows } = await database().run((statements) =>
        statements.execute(sql`select 1 from ${leases} where name = ${name} and done = ${turn}`),
      )
      return { kind: rows.length > 0 ? 'done' : 'held' }
    },

    async free(names) {
      const { rows } = await database().run((statements) =>
        statements.execute<{ readonly name: string; readonly is_abandoned: boolean }>(sql`
          select asked.name, held.holder is not null as is_abandoned
          from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as asked (name)
          left join ${leases} as held on held.name = asked.name
          where held.holder is null or held.until < clock_timestamp()`),
      )
      return rows.map(({ name, is_abandoned }) => ({ name, isAbandoned: is_abandoned }))
    },

    async epochOf(name) {
      const { rows } = await database().run((statements) =>
        statements.execute<{ readonly epoch: string }>(sql`select epoch from ${leases} where name = ${name}`),
      )
      return Number(rows[0]?.epoch ?? 0)
    },

    renew: (lease, forMs) => changed(sql`update ${leases} set until = ${inMs(forMs)} where ${isOf(lease)}`),

    async release(lease) {
      await changed(sql`update ${leases} set holder = null where ${isOf(lease)}`)
    },

    done: (lease, turn) => changed(sql`update ${leases} set holder = null, done = ${turn} where ${isOf(lease)}`),

    fenced: (lease, write) =>
      database().together(async (statements, join) => {
        // The row lock makes a takeover wait for our end; after a takeover no row is found.
        const { rows } = await statements.execute(sql`select 1 from ${leases} where ${isOf(lease)} for share`)
        return rows.length === 0 ? { kind: 'refused' } : { kind: 'written', value: await join(write) }
      }),
  }
}

/** `ms` from the present moment, not from the transaction's begin: a statement may have waited for another. */
const inMs = (ms: number) => sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`

/** Matches a lease by holder and epoch. An expired lease counts until another process takes it. */
const isOf = ({ name, holder, epoch }: Lease) => sql`name = ${name} and holder = ${holder} and epoch = ${epoch}::bigint`
