import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BrowserKind, DeviceKind } from '../../../app/ports/users/sessions.ts'
import { at, bytes, folded, id, small } from './columns.ts'

/** Users and admins. The two never mix: each has its own login, tokens and sessions (security.md 28). */
export const users = pgTable(
  'users',
  {
    id: id(),
    role: text('role').$type<'user' | 'admin'>().notNull(),
    /** The e-mail as entered, trimmed and in NFC. */
    email: text('email').notNull(),
    /** The unique form of the e-mail: `email` with its ASCII letters in lower case (security.md 21). */
    emailKey: text('email_key').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Country code and number; null for admins. */
    phone: text('phone'),
    /** argon2id in PHC form, under the pepper named beside it (security.md 1, 2). */
    passwordHash: text('password_hash').notNull(),
    pepperId: text('pepper_id').notNull(),
    /** The password is on the common list, short, or made of the user's own words (product-decisions.md 19). */
    isPasswordWeak: boolean('is_password_weak').notNull().default(false),
    passwordChangedAt: at('password_changed_at').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    isPremium: boolean('is_premium').notNull().default(false),
    plan: text('plan').$type<'free' | 'monthly' | 'yearly'>().notNull().default('free'),
    /** The second factor's secret, sealed like an exchange secret; in use once it is confirmed (security.md 10). */
    totpSecret: bytes('totp_secret'),
    totpKeyId: text('totp_key_id'),
    totpConfirmedAt: at('totp_confirmed_at'),
    /** The newest time step whose code was used: none works twice. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    lastLoginAt: at('last_login_at'),
    failedLogins: integer('failed_logins').notNull().default(0),
    /** Which information notice was shown, and when (security.md 72). */
    noticeVersion: text('notice_version'),
    noticeShownAt: at('notice_shown_at'),
    marketingConsentAt: at('marketing_consent_at'),
    /** When an unused account was told that it will be deleted (security.md 75). */
    unusedNoticeAt: at('unused_notice_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Folded text that the admin panel's search reads. */
    searchKey: text('search_key')
      .notNull()
      .generatedAlwaysAs(folded(sql`email || ' ' || first_name || ' ' || last_name`)),
    /** The name in bytes that sort like the Turkish alphabet: `ç` after `c`, `ğ` after `g` and so on. */
    nameKey: text('name_key')
      .notNull()
      .generatedAlwaysAs(
        sql`replace(replace(replace(replace(replace(replace(${small(sql`translate(first_name || ' ' || last_name, U&'\\00C7\\011EI\\0130\\00D6\\015E\\00DC\\00C2\\00E2\\00CE\\00EE\\00DB\\00FB', U&'\\00E7\\011F\\0131i\\00F6\\015F\\00FCaaiiuu')`)}, U&'\\00E7', 'c{'), U&'\\011F', 'g{'), U&'\\0131', 'h{'), U&'\\00F6', 'o{'), U&'\\015F', 's{'), U&'\\00FC', 'u{')`,
      ),
  },
  (table) => [
    unique('users_role_email_key').on(table.role, table.emailKey),
    // One index for each order of the admin's list, with all columns of its filters and search: PostgreSQL finds any
    // page without reading the rows of other users.
    index('users_newest')
      .on(table.createdAt, table.id, table.isPremium, table.isActive, table.searchKey)
      .where(sql`${table.role} = 'user'`),
    index('users_names')
      .on(sql`${table.nameKey} collate "C"`, table.id, table.isPremium, table.isActive, table.searchKey)
      .where(sql`${table.role} = 'user'`),
    index('users_emails')
      .on(table.emailKey, table.id, table.isPremium, table.isActive, table.searchKey)
      .where(sql`${table.role} = 'user'`),
    // For the search of tickets by their owner's e-mail.
    index('users_email_pieces').using('gin', sql`${table.emailKey} gin_trgm_ops`).where(sql`${table.role} = 'user'`),
    // Equal keys take little space: counting by this index reads a hundredth of the rows' size.
    index('users_kinds').on(table.isPremium, table.isActive).where(sql`${table.role} = 'user'`),
    check('users_role', sql`${table.role} in ('user', 'admin')`),
    check('users_plan', sql`${table.plan} in ('free', 'monthly', 'yearly')`),
    check('users_totp', sql`(${table.totpSecret} is null) = (${table.totpKeyId} is null)`),
  ],
)

/** Single-use codes for when the TOTP device is lost; hashed (security.md 10). */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/**
 * A login on one device, with hashes of its renewal secret and of the secret before it, for parallel tabs (security.md
 * 24).
 */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    audience: text('audience').$type<'user' | 'admin'>().notNull(),
    refreshHash: bytes('refresh_hash').notNull(),
    oldRefreshHash: bytes('old_refresh_hash'),
    refreshedAt: at('refreshed_at').notNull(),
    /** When password or TOTP was last proven; holds for ten minutes (security.md 47). */
    provenAt: at('proven_at'),
    address: text('address'),
    /** Kind of browser and of device: nothing else is kept of the user agent. */
    browser: text('browser').$type<BrowserKind>(),
    device: text('device').$type<DeviceKind>(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    /** The absolute limit; the idle limit follows from `lastSeenAt`. */
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
    /** The previous login and the failed logins since, which the site shows to the owner (security.md 22). */
    previousLoginAt: at('previous_login_at'),
    previousFailures: integer('previous_failures').notNull().default(0),
  },
  (table) => [
    uniqueIndex('sessions_refresh_hash').on(table.refreshHash),
    index('sessions_old_refresh_hash').on(table.oldRefreshHash),
    index('sessions_user').on(table.userId),
    index('sessions_logins').on(table.createdAt, table.userId).where(sql`${table.audience} = 'user'`),
    check('sessions_audience', sql`${table.audience} in ('user', 'admin')`),
    check('sessions_end', sql`(${table.endedAt} is null) = (${table.endReason} is null)`),
  ],
)

/** One-time addresses, valid for minutes: a new password, the first admin. Only their hash is stored. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    purpose: text('purpose').$type<'password-reset' | 'admin-setup'>().notNull(),
    /** Null for the first admin, who has no row yet. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    index('one_time_tokens_user').on(table.userId),
    check('one_time_tokens_purpose', sql`${table.purpose} in ('password-reset', 'admin-setup')`),
  ],
)

/**
 * Counters of attempts for the throttles of security.md 17, 20 and 64: shared by all processes, and not reset by a
 * restart. The subject is a user, an address or a network, hashed.
 */
export const attempts = pgTable(
  'attempts',
  {
    id: bytes('id').primaryKey(),
    scope: text('scope').notNull(),
    count: integer('count').notNull(),
    windowStartedAt: at('window_started_at').notNull(),
    lastAt: at('last_at').notNull(),
    blockedUntil: at('blocked_until'),
  },
  (table) => [index('attempts_last_at').on(table.lastAt)],
)
