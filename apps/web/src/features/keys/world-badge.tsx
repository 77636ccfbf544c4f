import type { KeyRecord } from '@makas/contract'
import { worldOf } from './granted.ts'

/** Badge of a connection: real, test or demo money. Demo always has the warning colour. */
export function WorldBadge({ record }: { readonly record: Pick<KeyRecord, 'testnet' | 'is_demo'> }) {
  const color = record.is_demo ? 'border-warn/50 bg-warn-wash text-warn' : 'border-line text-text-2'
  return <span className={`rounded-control border px-1.5 text-12 font-medium ${color}`}>{worldOf(record)}</span>
}
