import { seededRandom } from '../../../simulator/random.ts'
import type { CaptureLine } from './recorded-places.ts'

const ABOUT = /"stream":"[^"]+"|"instId":"[^"]+"|"topic":"[^"]+"|"symbol":"[^"]+"|"product_id":"[^"]+"/
const DATA = /"(bids|b|data|feed)":/

/** Applies random faults to a recording; instrument lists stay unchanged. */
export function disturb(lines: readonly CaptureLine[], seed: number): CaptureLine[] {
  const random = seededRandom(seed, 'disturbances')
  const out: CaptureLine[] = []
  const silentUntil = new Map<string, number>()
  for (const line of lines) {
    const about = ABOUT.exec(line.msg)?.[0] ?? null
    const isFrame = line.dir === 'in' && about !== null && DATA.test(line.msg) && line.msg.length < 100_000
    if (!isFrame) {
      out.push(line)
      continue
    }
    const key = `${line.place} ${about}`
    if (line.t < (silentUntil.get(key) ?? 0)) continue
    const draw = random.unit()
    if (draw < 0.004) continue
    if (draw < 0.008) out.push(line, line)
    else if (draw < 0.01) out.push({ ...line, msg: line.msg.slice(0, Math.floor(line.msg.length * 0.7)) })
    else if (draw < 0.012) out.push({ ...line, msg: line.msg.replace(/(\d)"\]|"qty":(\d)/, '-1"],"qty":-1') })
    else if (draw < 0.013) silentUntil.set(key, line.t + 2_500 + random.below(10_000))
    else if (draw < 0.016) out.push({ ...line, t: line.t - random.below(900) })
    else if (draw < 0.017) out.push(line, { ...line, place: '/nobody/ws', t: line.t + random.below(500) })
    else out.push(line)
  }
  return out
}
