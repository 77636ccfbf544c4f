import { Switch } from '../../shared/ui/switch.tsx'
import { tr } from '../../text/tr.ts'
import type { LiveList } from './list/use-list.ts'

/** Turns the displacement of polled values on and off (decisions.md 3). */
export function JitterSwitch({ list }: { readonly list: LiveList }) {
  return (
    <Switch on={list.jitter} choose={list.setJitter} hint={tr.opportunities.jitterHint}>
      {tr.opportunities.jitter}
    </Switch>
  )
}
