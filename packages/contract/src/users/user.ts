import { SIGN_UP } from '../calls/errors.ts'
import { LIMITS } from '../calls/http.ts'
import { IsoTime } from '../calls/scalars.ts'
import { characters, field, line, PASSWORD, plainForm, without } from '../calls/typed-text.ts'
import { z } from '../calls/zod.ts'
import { ExchangeId } from '../market/exchange.ts'
import { NOTICE_VERSIONS } from '../site/notice.ts'
import { phoneNumber } from './phone-number.ts'
import { SavedView } from './saved-view.ts'

/**
 * An e-mail address, checked in linear time, unlike the full grammar (security.md 56): before the @ dots only between
 * other characters, behind it two or more labels of a host name. No pattern can tell whether mail arrives.
 */
const LOCAL_PART = /^(?!\.)(?!.*\.[.@])[^\s@"(),:;<>[\\\]]{1,64}@/
const DOMAIN = /^[^@]+@(?:[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.(?=.)|$)){2,}$/
/** At least four digits, and the characters that people write between them. */
const PHONE = /^\+?(?:[ ()./-]*\d){4}[\d ()./-]*$/
/** Finds a character that no telephone number has. A text without digits is a word, not a number with a slip. */
const NO_PHONE = /^.*\d.*?([^\d ()./+-])|[^\d ()./+-](?=.*\d)/u

/** Finds a character that may not stand before the @, or in the host name behind it. */
const NO_ADDRESS = /(?:[\s"(),:;<>@[\\\]]|\u0307)(?=.*@)|^.*@[a-zA-Z\d.-]*([^a-zA-Z\d.-])/u

/** Hardly any mailbox has a Turkish İ; a keyboard with Caps Lock writes it for i (security.md 21). */
const Email = line(254, SIGN_UP.email)
  .refine((text) => !/\u0130/.test(text), { error: SIGN_UP.dottedI, abort: true })
  .superRefine(without(NO_ADDRESS, SIGN_UP.email))
  .refine((text) => LOCAL_PART.test(text) && DOMAIN.test(text), { error: SIGN_UP.email })
const Name = (error: string) => line(80, error)
const NewPassword = PASSWORD.refine((text) => characters(text) >= LIMITS.password, { error: SIGN_UP.passwordShort })
/** A new password of an admin (security.md 11, product-decisions.md 19). */
const NewAdminPassword = PASSWORD.refine((text) => characters(text) >= LIMITS.adminPassword, {
  error: SIGN_UP.adminPasswordShort,
})
/** A password as given at a login: any text that could ever have been stored. */
const GivenPassword = PASSWORD.min(1)

/** `POST /auth/register` (ENT-02); `full_name` is taken and ignored (product-decisions.md 24). */
export const RegisterBody = z.object({
  email: Email,
  password: NewPassword,
  firstName: Name(SIGN_UP.firstName),
  lastName: Name(SIGN_UP.lastName),
  phoneNumber: line(40, SIGN_UP.phone)
    .transform((text) => phoneNumber(plainForm(text)))
    .superRefine(without(NO_PHONE, SIGN_UP.phoneForm))
    .pipe(z.string().max(20))
    .refine((text) => PHONE.test(text), { error: SIGN_UP.phoneForm }),
  full_name: field(165).optional(),
  /** Version of the information notice that the form showed; left out where it showed none. */
  notice_version: z.enum(NOTICE_VERSIONS).optional(),
})
export type RegisterBody = z.infer<typeof RegisterBody>

/**
 * A code of the authenticator, or a recovery code: letters and digits alone. Characters that people and programs put
 * between them are taken out. A code with any other character is refused before it counts as a failed attempt.
 */
const SecondFactor = field(40, 1, (text) => plainForm(text).replace(/[\s\p{P}\p{S}]/gu, '')).superRefine(
  without(/[^a-zA-Z\d]/u),
)

/**
 * `POST /auth/login` and `/admin/auth/login`; `totp` where the account has it switched on (product-decisions.md 20).
 */
export const LoginBody = z.object({
  email: field(254, 1),
  password: GivenPassword,
  totp: SecondFactor.optional(),
})
export type LoginBody = z.infer<typeof LoginBody>

export const PasswordBody = z.object({ current_password: GivenPassword, new_password: NewPassword })
export const ProofBody = z.object({ password: GivenPassword.optional(), totp: SecondFactor.optional() })
export const TotpCodeBody = z.object({ code: SecondFactor })
export const TotpOffBody = z.object({ password: GivenPassword, totp: SecondFactor })
export const ResetBody = z.object({ token: field(64, 1), password: NewPassword })
export const DeleteUserBody = z.object({ password: GivenPassword, totp: SecondFactor.optional() })
export const AdminSetupBody = z.object({
  token: field(64, 1),
  email: Email,
  password: NewAdminPassword,
  firstName: Name(SIGN_UP.firstName),
  lastName: Name(SIGN_UP.lastName),
})

/** A connected exchange as its owner sees it (product-decisions.md 24): masked, and never with a secret. */
export const KeyRecord = z.object({
  id: z.string(),
  exchange_name: ExchangeId,
  name: z.string(),
  api_key_masked: z.string(),
  is_valid: z.boolean(),
  testnet: z.boolean(),
  /** An account of the built-in demo market. */
  is_demo: z.boolean(),
  status: z.enum(['connected', 'error', 'pending', 'disabled']),
  last_checked: IsoTime.nullable(),
  permissions: z.record(z.string(), z.boolean().nullable()),
  balance: z.record(z.string(), z.string()).nullable(),
  /** Holdings of the account that no trade accounts for, in words. New orders are stopped while there are any. */
  difference: z.string().optional(),
})
export type KeyRecord = z.infer<typeof KeyRecord>

export const UserPlan = z.enum(['free', 'monthly', 'yearly'])

/** The user that a login and `/auth/me` answer with. */
export const OwnUser = z.object({
  id: z.string(),
  /** First name, a space, last name. */
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  is_premium: z.boolean(),
  selectedPlan: UserPlan,
  apiKeys: z.array(KeyRecord),
  /** Time of the login before this one; null where there was none. */
  last_login_at: IsoTime.nullable(),
  /** Failed attempts between the login before this one and this login. */
  failed_logins_since: z.int().nonnegative(),
  totp_enabled: z.boolean(),
  /** Short, on the common list, or made of the user's own words (product-decisions.md 19). */
  is_password_weak: z.boolean(),
  /** Which information notice the sign-up showed, and when (security.md 72); null where it showed none. */
  notice: z.object({ version: z.string(), shown_at: IsoTime }).nullable(),
})
export type OwnUser = z.infer<typeof OwnUser>

/** The admin that a login of the admin panel answers with (ENT-23). */
export const AdminUser = OwnUser.pick({
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  last_login_at: true,
  failed_logins_since: true,
  totp_enabled: true,
}).extend({
  role: z.literal('admin'),
  /**
   * The server wants a second factor of admins, and this admin has none: no other call is answered until it is set up.
   */
  must_set_up_totp: z.boolean().default(false),
})
export type AdminUser = z.infer<typeof AdminUser>

/** The token is sent in the Authorization header as `Bearer …`; it expires after `expires_in` seconds. */
const Access = z.object({ access_token: z.string(), expires_in: z.int().positive() })
export const Renewed = Access
export const UserLogin = Access.extend({ user: OwnUser })
export type UserLogin = z.infer<typeof UserLogin>
export const AdminLogin = Access.extend({ user: AdminUser })
export type AdminLogin = z.infer<typeof AdminLogin>

export const TotpSecret = z.object({ secret: z.string(), otpauth_url: z.string() })
/** Recovery codes, shown only once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The browser that opened a session; `other`: a browser that we do not know by name. */
export const BrowserKind = z.enum(['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung', 'yandex', 'other'])
export type BrowserKind = z.infer<typeof BrowserKind>
export const DeviceKind = z.enum(['windows', 'mac', 'linux', 'chromebook', 'android', 'iphone', 'ipad', 'other'])
export type DeviceKind = z.infer<typeof DeviceKind>

/** An open session of the caller; `null`: not known. */
export const OwnSession = z.object({
  id: z.string(),
  created_at: IsoTime,
  /** Precise to a quarter of an hour: the browser renews its token that often. */
  last_used_at: IsoTime,
  browser: BrowserKind.nullable(),
  device: DeviceKind.nullable(),
  /** The first half of the address only, such as `203.0.*.*`. */
  address: z.string().nullable(),
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** Events of a user's own account: logins, what protects the account, keys, and what was taken away. */
export const USER_EVENTS = [
  ...(['registered', 'login', 'login-failed', 'login-code-wanted', 'proof-failed'] as const),
  ...(['session-ended', 'session-reused', 'password-changed', 'password-reset', 'password-voided'] as const),
  ...(['totp-on', 'totp-off', 'key-added', 'key-deleted', 'key-disabled', 'account-exported', 'user-changed'] as const),
] as const
export const UserEventKind = z.enum(USER_EVENTS)
export type UserEventKind = z.infer<typeof UserEventKind>

/** One of the newest events of the caller's account. */
export const UserEvent = z.object({
  id: z.number(),
  at: IsoTime,
  kind: UserEventKind,
  /** Who did it: the logged-in owner, somebody without a session, an admin, or the product and its operator. */
  by: z.enum(['user', 'visitor', 'admin', 'system']),
  /** Of a login: no earlier login of the account was on this device, as far as its cookie tells. */
  is_new_device: z.boolean(),
  /** Of a key: its exchange. */
  exchange: ExchangeId.nullable(),
  /** The first half of the address only, such as `203.0.*.*`. */
  address: z.string().nullable(),
})
export type UserEvent = z.infer<typeof UserEvent>

const Stamped = z.record(z.string(), z.unknown())

/** Everything that is stored of a user, without secrets (security.md 74). */
export const UserExport = z.object({
  exported_at: IsoTime,
  /** False where a list was too long to be included whole. */
  is_complete: z.boolean(),
  account: Stamped,
  sessions: z.array(Stamped),
  api_keys: z.array(KeyRecord),
  tickets: z.array(Stamped),
  paper_trades: z.array(Stamped),
  /** Trades on test networks, each with its orders. */
  trades: z.array(Stamped),
  saved_views: z.array(SavedView),
  audit: z.array(Stamped),
})

/** A line of the audit log, as admins read it. */
export const AuditRow = z.object({
  seq: z.int().positive(),
  at: IsoTime,
  actor_kind: z.enum(['visitor', 'user', 'admin', 'system']),
  actor_id: z.string().nullable(),
  action: z.string(),
  subject_kind: z.string().nullable(),
  subject_id: z.string().nullable(),
  detail: z.unknown(),
  address: z.string().nullable(),
  request_id: z.string().nullable(),
})
