/** JSON that also carries bigints and maps, each under a key that no object of ours has. */
const BIG = '$big'
const MAP = '$map'

export const toBytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify(value, (_key, one: unknown) => {
      if (typeof one === 'bigint') return { [BIG]: String(one) }
      return one instanceof Map ? { [MAP]: [...one] } : one
    }),
  )

/** The value; `undefined`, which no schema accepts, for bytes that are not such JSON. */
export function fromBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_key, one: unknown) => {
      if (typeof one !== 'object' || one === null) return one
      if (BIG in one && typeof one[BIG] === 'string') return BigInt(one[BIG])
      return MAP in one && Array.isArray(one[MAP]) ? new Map(one[MAP] as [unknown, unknown][]) : one
    })
  } catch {
    return undefined
  }
}
