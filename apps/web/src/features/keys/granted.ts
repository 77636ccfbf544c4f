import type { KeyRecord } from '@makas/contract'
import { keyText } from '../../text/account/keys.ts'

/** The rights of a key that a person is shown, in this order. */
export const RIGHTS = ['withdraw', 'transfer', 'read', 'spot_trade', 'futures_trade'] as const
export type Right = (typeof RIGHTS)[number]

/** How what is known of a right stands to what it should be. */
type Granted = { readonly kind: 'good' | 'locked' | 'plain' | 'unknown' | 'bad'; readonly text: string }

/** What a key's record says of one right: what was not read is unknown and never taken for off. */
export function grantedOf({ permissions, testnet }: Pick<KeyRecord, 'permissions' | 'testnet'>, right: Right): Granted {
  const words = keyText.granted
  const value = permissions[right] ?? null
  const movesMoney = right === 'withdraw' || right === 'transfer'
  if (value === null) return { kind: 'unknown', text: testnet && movesMoney ? words.notAskable : words.unknown }
  if (movesMoney) return value ? { kind: 'bad', text: words.on } : { kind: 'locked', text: words.verifiedOff }
  return value ? { kind: 'good', text: words.on } : { kind: 'plain', text: words.off }
}

/** Which world a connection belongs to, in a word. */
export const worldOf = ({ testnet, is_demo }: Pick<KeyRecord, 'testnet' | 'is_demo'>): string =>
  keyText.worlds[is_demo ? 'demo' : testnet ? 'test' : 'live']
