import {
  type AdminUser,
  type AuditRow,
  ExchangeId,
  type KeyRecord,
  type OwnSession,
  type OwnUser,
  type UserEvent,
  UserEventKind,
  type UserExport,
} from '@makas/contract'
import { z } from 'zod'
import type { AuditLineRead } from '../../app/ports/users/audit-log.ts'
import type { MaskedKey, User, UserCopy } from '../../app/ports/users/users.ts'
import type { ShownSession } from '../../app/users/sessions/own-sessions.ts'

/** Details that an event tells beside its kind. */
const EventDetail = z.object({ new_device: z.boolean().optional(), exchange: ExchangeId.optional() })

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null) => (at === null ? null : iso(at))

/** Copies field by field, so that no further stored field gets out (security.md 38). */
function presentAnyUser({ id, email, firstName, lastName, lastLoginAt, failedLogins, totp }: User) {
  return {
    id,
    email,
    firstName,
    lastName,
    last_login_at: isoOrNull(lastLoginAt),
    failed_logins_since: failedLogins,
    totp_enabled: totp !== null,
  }
}

export function presentUser(user: User, keys: readonly MaskedKey[]): OwnUser {
  return {
    ...presentAnyUser(user),
    username: `${user.firstName} ${user.lastName}`,
    is_premium: user.isPremium,
    selectedPlan: user.plan,
    apiKeys: keys.map(presentKey),
    is_password_weak: user.isPasswordWeak,
    notice: user.notice === null ? null : { version: user.notice.version, shown_at: iso(user.notice.shownAt) },
  }
}

export const presentAdmin = (user: User, mustHaveTotp: boolean): AdminUser => ({
  ...presentAnyUser(user),
  role: 'admin',
  must_set_up_totp: mustHaveTotp && user.totp === null,
})

/**
 * A session under its public name, never its id, with the half of the address that names a network (security.md 38).
 */
export const presentSession = (one: ShownSession): OwnSession => ({
  id: one.name,
  created_at: iso(one.createdAt),
  last_used_at: iso(one.lastSeenAt),
  browser: one.browser,
  device: one.device,
  address: one.address === null ? null : maskedAddress(one.address),
  is_current: one.isCurrent,
})

/** `203.0.*.*` or `2001:db8:*`; an IPv4 address mapped into IPv6 counts as IPv4. */
export function maskedAddress(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address)
  if (v4 !== null) return `${v4[1]}.${v4[2]}.*.*`
  const [first = '', second = ''] = address.split(':')
  return first === '' ? '*' : `${[first, second].filter((part) => part !== '').join(':')}:*`
}

function presentKey(key: MaskedKey): KeyRecord {
  const { id, exchange, name, maskedKey, isTestnet, isDemo, status, permissions, balance, lastCheckedAt } = key
  return {
    id,
    exchange_name: exchange,
    name,
    api_key_masked: maskedKey,
    is_valid: status === 'connected',
    testnet: isTestnet,
    is_demo: isDemo,
    status,
    last_checked: isoOrNull(lastCheckedAt),
    permissions: { ...permissions },
    balance: balance === null ? null : { ...balance },
  }
}

/** All data of a user; `exportedAt` in epoch ms. */
type ExportedUser = UserCopy & { readonly exportedAt: number; readonly keys: readonly MaskedKey[] }

export function presentExport(copy: ExportedUser): z.input<typeof UserExport> {
  return {
    exported_at: iso(copy.exportedAt),
    is_complete: copy.isComplete,
    account: { ...copy.user },
    sessions: copy.sessions.map((one) => ({ ...one })),
    api_keys: copy.keys.map(presentKey),
    tickets: copy.tickets.map((one) => ({ ...one })),
    paper_trades: copy.paperTrades.map((one) => ({ ...one })),
    trades: copy.trades.map((one) => ({ ...one })),
    saved_views: copy.savedViews.map((one) => ({ ...one })),
    audit: copy.audit.map((one) => ({ ...one })),
  }
}

/** A line of the audit log as the user may see it; null for any other kind of line. */
export function presentEvent({ seq, time, action, actorKind, detail, address }: AuditLineRead): UserEvent | null {
  const kind = UserEventKind.safeParse(action).data
  if (kind === undefined) return null
  const told = EventDetail.safeParse(detail).data
  return {
    id: seq,
    at: iso(time),
    kind,
    by: actorKind,
    is_new_device: told?.new_device === true,
    exchange: told?.exchange ?? null,
    // An admin's address tells a user nothing.
    address: address === null || actorKind === 'admin' ? null : maskedAddress(address),
  }
}

export const presentAuditLine = (line: AuditLineRead): z.input<typeof AuditRow> => ({
  seq: line.seq,
  at: iso(line.time),
  actor_kind: line.actorKind,
  actor_id: line.actorId,
  action: line.action,
  subject_kind: line.subjectKind,
  subject_id: line.subjectId,
  detail: line.detail,
  address: line.address,
  request_id: line.requestId,
})
