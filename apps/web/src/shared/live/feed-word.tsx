import type { FeedState, MarketSource } from '@makas/contract'
import { Check, CircleDashed, TriangleAlert, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { stateWords } from '../../text/market/status.ts'
import { StateWord } from '../ui/state-word.tsx'

const UNKNOWN = { tone: 'warn', icon: CircleDashed } as const
const TROUBLE = { tone: 'warn', icon: TriangleAlert } as const
/** Looks of these states; any other state is a passing trouble. */
const LOOKS: Partial<Record<FeedState, Pick<ComponentProps<typeof StateWord>, 'tone' | 'icon'>>> = {
  starting: UNKNOWN,
  live: { tone: 'good', icon: Check },
  down: { tone: 'bad', icon: X },
}

/** The state of an exchange's feed by icon and word; null: unknown (`feedStateOf`). */
export function FeedWord({
  state,
  source,
}: {
  readonly state: FeedState | null
  readonly source: MarketSource | null
}) {
  const look = state === null ? UNKNOWN : (LOOKS[state] ?? TROUBLE)
  return <StateWord {...look}>{stateWords(state, source)}</StateWord>
}
