import type { Client } from 'pg'

/** Messages of each ticket. */
const MESSAGES = 10
/** Tickets of each user. */
export const OF_ONE_USER = 30

export type Sizes = { readonly users: number; readonly tickets: number; readonly articles: number }

/** Row counts that the targets of docs/performance.md name. */
export const FULL: Sizes = { users: 100_000, tickets: 50_000, articles: 1_000 }
/** Row counts of the tests. */
export const TINY: Sizes = { users: 500, tickets: 300, articles: 40 }

/**
 * Users as registrations leave them, each with one session; every third user is premium, every fiftieth switched off.
 */
export async function plantUsers(client: Client, users: number): Promise<void> {
  await client.query(
    `insert into users (id, role, email, email_key, first_name, last_name, phone, password_hash, pepper_id,
      password_changed_at, is_premium, is_active, created_at, updated_at)
      select 'u' || lpad(n::text, 20, '0'), 'user', mail, mail, (array['Elif', 'Deniz', 'Can', 'Irmak', 'Zehra'])[1 + n % 5],
        (array['Demir', 'Kaya', 'Aydin', 'Tekin', 'Yavuz', 'Polat', 'Er'])[1 + n % 7], '+90555' || lpad(n::text, 7, '0'),
        repeat('h', 97), 'pepper', now(), n % 3 = 0, n % 50 <> 0, now() - n * interval '5 minutes', now()
      from (select n, 'kisi' || n || '@ornek' || n % 97 || '.com' as mail from generate_series(1, $1) n) as people`,
    [users],
  )
  await client.query(
    `insert into sessions (id, user_id, audience, refresh_hash, refreshed_at, created_at, last_seen_at, expires_at)
      select 's' || n, 'u' || lpad(n::text, 20, '0'), 'user', decode(lpad(to_hex(n), 64, '0'), 'hex'), at, at, at, at + interval '30 days'
      from (select n, now() - n * interval '1 minute' as at from generate_series(1, $1) n) as logins`,
    [users],
  )
  for (const table of ['users', 'sessions']) await client.query(`vacuum analyze ${table}`)
}

/** Tickets in all four statuses, each with its messages; the first `OF_ONE_USER` belong to `userId`. */
export async function plantTickets(client: Client, tickets: number, userId: string, now: number): Promise<void> {
  await client.query(
    `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at, closed_at, search)
      select 't' || n, case when n <= ${OF_ONE_USER} then $2 else 'u' || lpad((1 + n / ${OF_ONE_USER})::text, 20, '0') end, title, body,
        'genel', 'medium', status, at - interval '1 day', at, case when status = 'closed' then at end, lower(title || body)
      from (select n, 'Talep' || n || 'x komisyon farki' as title, repeat('Simulasyon ile tablo neden ayri? ', 8) as body,
        (array['open', 'in_progress', 'resolved', 'closed'])[1 + n % 4] as status,
        to_timestamp($3::double precision / 1000) - n * interval '1 minute' as at from generate_series(1, $1) n) as asked`,
    [tickets, userId, now],
  )
  await client.query(
    `insert into ticket_messages (id, ticket_id, is_admin, sender_name, message, created_at)
      select 'm' || n || '-' || m, 't' || n, m % 2 = 0, 'Defne Ayaz', repeat('Deftere baktim. ', 8),
        to_timestamp($2::double precision / 1000) - n * interval '1 minute' - m * interval '1 second'
      from generate_series(1, $1) n, generate_series(1, ${MESSAGES}) m`,
    [tickets, now],
  )
  for (const table of ['tickets', 'ticket_messages']) await client.query(`vacuum analyze ${table}`)
}

/** Articles of some 4 KB, every tenth a draft. */
export async function plantArticles(client: Client, articles: number): Promise<void> {
  await client.query(
    `insert into help_articles (id, category, title, content, "order", is_published, views, created_at, updated_at)
      select 'a' || n, 'genel', 'Soru ' || n || ': komisyonlar nereden okunur?',
        repeat('## Ücret ' || n || E'\\n\\nHer borsanın **ücreti** kendi sayfasından okunur, [kaynağı](/help) yanında durur.\\n\\n', 40),
        100 + n, n % 10 <> 0, n, now() - n * interval '1 hour', now() - n * interval '1 minute'
      from generate_series(1, $1) n`,
    [articles],
  )
  await client.query('vacuum analyze help_articles')
}

/**
 * Lines of the audit log: about 5,000 users in turn, and every tenth line about or by `userId`. Their hashes are zeros,
 * not a chain.
 */
export async function plantTrail(client: Client, lines: number, userId: string): Promise<void> {
  await client.query(
    `insert into audit_log (seq, at, actor_kind, actor_id, action, subject_kind, subject_id, detail, previous_hash, hash)
      select last + n, now(), case when n % 2 = 0 then 'admin' else 'user' end,
        case when n % 2 = 0 then 'admin' when n % 20 = 1 then $2 else 'u' || lpad((n % 5000)::text, 20, '0') end,
        case when n % 4 = 0 then 'user-read' else 'login' end, 'account',
        case when n % 20 = 0 then $2 else 'u' || lpad((n % 5000)::text, 20, '0') end, '{}'::json,
        decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
      from generate_series(1, $1) n, (select coalesce(max(seq), 0) as last from audit_log) newest`,
    [lines, userId],
  )
  await client.query('vacuum analyze audit_log')
}

/** Finished opportunities of the demo market, over the last ninety days. */
export async function plantEpisodes(client: Client, episodes: number): Promise<void> {
  await client.query(
    `insert into episodes (source, route, mode, opened_at, closed_at, size, path, max_roi, last_roi, latency_ms, forecast, basis)
      select 'demo', 'spot.COIN' || n % 500 || '-USDT.okx.binance', 'spot', at, at + interval '2 seconds', '100', '[]'::json,
        0.4, 0.1, 20, 2000, 'measured'
      from (select n, now() - n * interval '90 days' / $1 as at from generate_series(1, $1) n) as ended`,
    [episodes],
  )
  await client.query('vacuum analyze episodes')
}
