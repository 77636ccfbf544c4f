import { ownerOf } from '@makas/domain'

/** The coin by which a route belongs to a shard, as its id tells it; null of what is no id of ours. */
export function coinOfRoute(id: string): string | null {
  const [mode, second = '', third = ''] = id.split('.')
  if (mode === 'tri') {
    const assets = third.split('-')
    return assets.length === 3 && !assets.includes('') ? ownerOf(assets) : null
  }
  if (mode !== 'spot' && mode !== 'carry') return null
  const [base = '', quote = '', more] = second.split('-')
  return base === '' || quote === '' || more !== undefined ? null : base
}
