import {
  AdminLogin,
  AdminSetupBody,
  AdminUser,
  AuditRow,
  DeleteUserBody,
  HEADERS,
  LoginBody,
  OwnSession,
  OwnUser,
  PATHS,
  PasswordBody,
  ProofBody,
  RecoveryCodes,
  RegisterBody,
  Renewed,
  ResetBody,
  TotpCodeBody,
  TotpOffBody,
  TotpSecret,
  UserEvent,
  UserExport,
  UserLogin,
} from '@makas/contract'
import { type ZodType, z } from 'zod'
import type { Rate } from './rates.ts'

/** Who may make a call: anybody, or only the holder of a valid token of that audience. */
export type Access = 'visitor' | 'user' | 'admin'

/** A call: what is checked before it is answered, and what its answer may hold. */
export type Call<B extends ZodType | null = ZodType | null, A extends ZodType | null = ZodType | null> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** Schema of the only fields that a caller may write (security.md 36); null: no body. */
  readonly body: B
  /** Schema of the only fields that a caller can read (security.md 38); null: an empty answer. */
  readonly answer: A
  readonly status: 200 | 201 | 204
  /** Largest body, bytes; null: the limit of all other calls (security.md 51). */
  readonly bodyLimit: number | null
  /** Whether the call counts as a write. False for a GET, and for a POST that only needs a body. */
  readonly stores: boolean
  /** Rate limit beside the limits of all calls of its kind; null: none. */
  readonly rate: Rate | null
  /** Every action that the call can leave in the audit log, refused or not (security.md 67). */
  readonly audit: readonly string[]
}

type Shape<B, A> = {
  readonly body?: B
  readonly answer?: A
  readonly status?: 201
  readonly bodyLimit?: number
  readonly stores?: false
  readonly rate?: Rate
  readonly audit?: readonly string[]
}

export function call<B extends ZodType | null = null, A extends ZodType | null = null>(
  line: `${Call['method']} ${string}`,
  access: Access,
  summary: string,
  shape: Shape<B, A> = {},
): Call<B, A> {
  const [method, path] = line.split(' ') as [Call['method'], string]
  const answer = (shape.answer ?? null) as A
  const status = answer === null ? 204 : (shape.status ?? 200)
  const { bodyLimit = null, stores = method !== 'GET', rate = null, audit = [] } = shape
  const body = (shape.body ?? null) as B
  return { method, path, access, summary, body, answer, status, bodyLimit, stores, rate, audit }
}

/** The session calls of users and of admins, each audience below an address of its own (security.md 28). */
function sessionCalls<L extends ZodType, U extends ZodType>(at: string, who: 'user' | 'admin', login: L, user: U) {
  return {
    login: call(`POST ${at}/login`, 'visitor', `Log in as ${who}`, {
      body: LoginBody,
      answer: login,
      audit: ['login', 'login-failed', 'login-code-wanted'],
    }),
    refresh: call(
      `POST ${at}/refresh`,
      'visitor',
      `A new access token for the renewal cookie; wants the header ${HEADERS.renewal} and our own origin`,
      { answer: Renewed, audit: ['session-reused'] },
    ),
    logout: call(`POST ${at}/logout`, 'visitor', 'End the session of the token or of the renewal cookie', {
      audit: ['logout'],
    }),
    me: call(`GET ${at}/me`, who, 'Who is logged in', { answer: user }),
    password: call(`POST ${at}/password`, who, 'Change the password; ends every other session', {
      body: PasswordBody,
      audit: ['password-changed', 'proof-failed'],
    }),
    totp: call(`POST ${at}/totp`, who, 'Begin to switch on the second factor', { answer: TotpSecret }),
    totpConfirm: call(`POST ${at}/totp/confirm`, who, 'Switch on the second factor with a code', {
      body: TotpCodeBody,
      answer: RecoveryCodes,
      audit: ['totp-on'],
    }),
    totpOff: call(`DELETE ${at}/totp`, who, 'Switch off the second factor', {
      body: TotpOffBody,
      audit: ['totp-off', 'proof-failed'],
    }),
    proof: call(`POST ${at}/proof`, who, 'Show password or code again; holds for ten minutes', {
      body: ProofBody,
      audit: ['proof-failed'],
    }),
    reset: call(
      `POST ${at}/reset`,
      'visitor',
      'A new password for whoever the one-time address was made for, user or admin',
      { body: ResetBody, audit: ['password-reset'] },
    ),
  } as const
}

export const SESSION_CALLS = {
  user: sessionCalls(PATHS.auth, 'user', UserLogin, OwnUser),
  admin: sessionCalls(PATHS.adminAuth, 'admin', AdminLogin, AdminUser),
} as const

export const USER_CALLS = {
  register: call(`POST ${PATHS.auth}/register`, 'visitor', 'A new account, logged in at once', {
    body: RegisterBody,
    answer: UserLogin,
    status: 201,
    audit: ['registered', 'login'],
  }),
  export: call(`GET ${PATHS.accountExport}`, 'user', "All of the user's data", {
    answer: UserExport,
    audit: ['account-exported'],
  }),
  remove: call(`DELETE ${PATHS.account}`, 'user', 'Delete the account for good', {
    body: DeleteUserBody,
    audit: ['account-deleted', 'proof-failed'],
  }),
  sessions: call(`GET ${PATHS.accountSessions}`, 'user', 'Where the user is logged in, the last used one first', {
    answer: z.array(OwnSession),
  }),
  endSession: call(`DELETE ${PATHS.accountSessions}/:id`, 'user', "End one of the user's sessions", {
    audit: ['session-ended'],
  }),
  endOtherSessions: call(`DELETE ${PATHS.accountSessions}`, 'user', "End all of the user's sessions but this one", {
    audit: ['session-ended'],
  }),
  events: call(`GET ${PATHS.accountEvents}`, 'user', "What happened to the user's account, newest first", {
    answer: z.array(UserEvent),
  }),
  adminSetup: call(`POST ${PATHS.adminSetup}`, 'visitor', 'The first admin, through a one-time address', {
    body: AdminSetupBody,
    audit: ['admin-created'],
  }),
  adminAudit: call(`GET ${PATHS.adminAudit}`, 'admin', 'The audit log, newest first', { answer: z.array(AuditRow) }),
} as const

export const ALL_USER_CALLS: readonly Call[] = [
  ...Object.values(SESSION_CALLS.user),
  ...Object.values(SESSION_CALLS.admin),
  ...Object.values(USER_CALLS),
]
