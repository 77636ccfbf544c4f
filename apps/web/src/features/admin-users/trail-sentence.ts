import { ExchangeId, TradeWorld, type TrailRow, UserPlan } from '@makas/contract'
import { adminUsersText } from '../../text/admin/admin-users.ts'
import { tr } from '../../text/frame/tr.ts'

const words = adminUsersText.trail
const fields = adminUsersText.dialog
const yesNo = adminUsersText.conflict

/** An audit log line as a sentence: the action, what it changed, and who did it. */
export function trailSentence({ action, actor_kind, actor_name, detail }: TrailRow): string {
  const world = TradeWorld.safeParse(part(detail, 'world'))
  const done =
    action === 'trade-started' && world.success ? words.tradeIn[world.data] : (words.actions[action] ?? action)
  const exchange = ExchangeId.safeParse(part(detail, 'exchange'))
  const parts = [
    exchange.success ? `${tr.exchanges[exchange.data]}: ${done}` : done,
    ...(action === 'user-changed' ? changes(part(detail, 'before'), part(detail, 'after')) : []),
    actor_name ?? (actor_kind === 'user' ? null : words.by[actor_kind]),
  ]
  return parts.filter((one) => one !== null).join(' · ')
}

const NAMES = { selectedPlan: fields.plan, is_premium: fields.premium, is_active: fields.active } as const

function changes(before: unknown, after: unknown): readonly string[] {
  return (['selectedPlan', 'is_premium', 'is_active'] as const).flatMap((name) => {
    const next = part(after, name)
    return next === undefined ? [] : [words.change(NAMES[name], valueText(part(before, name)), valueText(next))]
  })
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? yesNo.yes : yesNo.no
  const plan = UserPlan.safeParse(value)
  return plan.success ? fields.plans[plan.data] : '–'
}

const part = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null ? Object.entries(whole).find(([key]) => key === name)?.[1] : undefined
