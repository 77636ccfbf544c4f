import { sql } from 'drizzle-orm'
import type { KeyUse } from '../../system/keys/key-ring.ts'
import type { Statements } from '../database/database.ts'

export type UsedKey = { readonly use: KeyUse; readonly id: string }

/** The keys that stored data was made with and names. */
export async function keysInUse(statements: Statements): Promise<readonly UsedKey[]> {
  const { rows } = await statements.execute<UsedKey>(sql`
    select 'pepper' as use, unnest(string_to_array(pepper_id, '+')) as id from users
    union select 'totp', totp_key_id from users where totp_key_id is not null
    union select 'totp', unnest(string_to_array(split_part(code_hash, ':', 1), '+'))
      from recovery_codes where code_hash like '%:%'
    union select 'exchange-keys', key_id from exchange_keys
    union select 'audit-log', value #>> '{}' from settings where name = 'audit-key'`)
  return rows
}
