import { ownerOf } from '@makas/domain'

/** The coin by which a route belongs to a shard, read from its id; null where the text is no route id. */
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
