import type { TestDatabase } from './test-database.ts'

let users = 0

/** Adds a user who may own keys; returns the id. */
export async function addUser({ query }: TestDatabase, { isPasswordWeak = false } = {}): Promise<string> {
  const id = `user-${String(++users).padStart(17, '0')}`
  await query(
    `insert into users (id, role, email, email_key, first_name, last_name, password_hash, pepper_id, is_password_weak,
      password_changed_at, created_at, updated_at)
    values ($1, 'user', $2, $2, 'Ayşe', 'Yılmaz', 'hash', 'pepper', $3, now(), now(), now())`,
    [id, `${id}@example.com`, isPasswordWeak],
  )
  return id
}
