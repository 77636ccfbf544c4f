import { sql } from 'drizzle-orm'
import type { Statements } from '../database/database.ts'

/** A line of the audit log that concerns a user. */
export type TraceLine = {
  /** Epoch ms. */
  readonly time: number
  readonly actorKind: string
  /** E-mail of the acting user, the id where the user is gone; null for visitors and the product itself. */
  readonly actor: string | null
  readonly address: string | null
  readonly action: string
}

/** A user whose data may have been seen. */
export type AffectedUser = {
  readonly id: string
  /** Null where the user is gone. */
  readonly email: string | null
  /** The fields that were seen or changed, in words of docs/personal-data.md. */
  readonly fields: string
  /** Epoch ms of the first and the last line about this user. */
  readonly firstAt: number
  readonly lastAt: number
}

type Row<K extends string> = Record<K, string | null>

/** Ids of the user and the admin with an e-mail, or the id itself. */
export async function usersMatching(statements: Statements, who: { id: string; key: string }): Promise<string[]> {
  const { rows } = await statements.execute<{ id: string }>(
    sql`select id from users where email_key = ${who.key} or id = ${who.id} order by role`,
  )
  return rows.map(({ id }) => id)
}

/**
 * All lines since a moment that concern a user: their own deeds, deeds on their data or keys, and each read by an
 * admin that showed them or their tickets (security.md 67). Oldest first.
 */
export async function traceOf(statements: Statements, ids: readonly string[], since: Date): Promise<TraceLine[]> {
  const wanted = sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`
  const { rows } = await statements.execute<Row<'at' | 'actor_kind' | 'actor' | 'address' | 'action'>>(sql`
    select (extract(epoch from line.at) * 1000)::bigint as at, line.actor_kind, coalesce(people.email, line.actor_id) as actor,
      line.address, line.action
    from audit_log as line left join users as people on people.id = line.actor_id
    where line.at >= ${since} and (
      line.actor_id = any (${wanted}) or line.subject_id = any (${wanted})
      or line.detail::jsonb ->> 'owner' = any (${wanted})
      or (line.action = 'users-read' and line.detail::jsonb -> 'users' ?| ${wanted})
      or (line.action = 'tickets-read' and exists (
        select from tickets where tickets.user_id = any (${wanted}) and line.detail::jsonb -> 'tickets' ? tickets.id))
      or (line.subject_kind = 'ticket' and exists (
        select from tickets where tickets.user_id = any (${wanted}) and tickets.id = line.subject_id))
    )
    order by line.seq`)
  return rows.map((row) => ({
    time: Number(row.at),
    actorKind: row.actor_kind ?? '',
    actor: row.actor,
    address: row.address,
    action: row.action ?? '',
  }))
}

/** Whose reads are suspect: the reads of users, from an address, or both. */
export type Suspect = { readonly users: readonly string[]; readonly address: string | null }

/** Users seen or changed by a suspect between two moments, one entry each, in order of the first line. */
export async function concernedBy(
  statements: Statements,
  suspect: Suspect,
  between: { readonly from: Date; readonly to: Date },
): Promise<AffectedUser[]> {
  const users = sql`array[${sql.join(
    suspect.users.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`
  const { rows } = await statements.execute<Row<'person' | 'email' | 'fields' | 'first_at' | 'last_at'>>(sql`
    with lines as (
      select at, action, detail::jsonb as detail, subject_kind, subject_id from audit_log
      where at >= ${between.from} and at < ${between.to}
        and (actor_id = any (${users}) or address = ${suspect.address})
    ), seen as (
      select at, jsonb_array_elements_text(detail -> 'users') as person, 'e-mail, names, phone, plan' as fields
        from lines where action = 'users-read'
      union all
      select lines.at, tickets.user_id, 'tickets, e-mail'
        from lines, jsonb_array_elements_text(lines.detail -> 'tickets') as shown (id) join tickets on tickets.id = shown.id
        where lines.action = 'tickets-read'
      union all
      select lines.at, tickets.user_id, 'tickets, e-mail'
        from lines join tickets on tickets.id = lines.subject_id where lines.subject_kind = 'ticket'
      union all
      select at, subject_id, 'account: ' || action from lines where subject_kind = 'account'
      union all
      select at, detail ->> 'owner', 'exchange key: ' || action from lines where subject_kind = 'exchange-key'
    )
    select person, min(users.email) as email, string_agg(distinct fields, '; ' order by fields) as fields,
      (extract(epoch from min(at)) * 1000)::bigint as first_at, (extract(epoch from max(at)) * 1000)::bigint as last_at
    from seen left join users on users.id = seen.person
    where person is not null group by person order by min(at), person`)
  return rows.map((row) => ({
    id: row.person ?? '',
    email: row.email,
    fields: row.fields ?? '',
    firstAt: Number(row.first_at),
    lastAt: Number(row.last_at),
  }))
}
