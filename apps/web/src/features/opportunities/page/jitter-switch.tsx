import type { LiveList } from '../../../shared/opportunity/list/use-list.ts'
import { Switch } from '../../../shared/ui/switch.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'

/** Turns the displacement of polled values on and off (product-decisions.md 3). */
export function JitterSwitch({ list }: { readonly list: LiveList }) {
  return (
    <Switch on={list.jitter} choose={list.setJitter} hint={opportunityWords.jitterHint}>
      {opportunityWords.jitter}
    </Switch>
  )
}
