import type { KeyRecord } from '@makas/contract'
import { keyText } from '../../text/account/keys.ts'

/** The rights of a key that are shown, in this order. */
export const RIGHTS = ['withdraw', 'transfer', 'read', 'spot_trade', 'futures_trade'] as const
export type Right = (typeof RIGHTS)[number]

/** How the known state of a right compares with the wanted state. */
type RightState = { readonly kind: 'good' | 'locked' | 'plain' | 'unknown' | 'bad'; readonly text: string }

/** State of a right in a key's record. A right that was not read is unknown, never off. */
export function grantedOf(
  { permissions, testnet }: Pick<KeyRecord, 'permissions' | 'testnet'>,
  right: Right,
): RightState {
  const words = keyText.granted
  const value = permissions[right] ?? null
  const movesMoney = right === 'withdraw' || right === 'transfer'
  if (value === null) return { kind: 'unknown', text: testnet && movesMoney ? words.notAskable : words.unknown }
  if (movesMoney) return value ? { kind: 'bad', text: words.on } : { kind: 'locked', text: words.verifiedOff }
  return value ? { kind: 'good', text: words.on } : { kind: 'plain', text: words.off }
}

/** The kind of a connection in a word: demo, test or live. */
export const worldOf = ({ testnet, is_demo }: Pick<KeyRecord, 'testnet' | 'is_demo'>): string =>
  keyText.worlds[is_demo ? 'demo' : testnet ? 'test' : 'live']
