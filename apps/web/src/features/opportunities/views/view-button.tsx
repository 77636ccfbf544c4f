import { Bookmark } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { lazyLayer } from '../../../shared/ui/layers/lazy-layer.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'

const ViewMenu = lazyLayer(
  opportunityWords.viewsButton,
  async () => (await import('./view-menu.tsx')).ViewMenu,
  <Closed aria-busy />,
)

/** Button of the saved views; the menu's code is loaded with the first press, and opens at once. */
export function ViewButton(props: { readonly query: string; readonly show: (query: string) => void }) {
  const [wanted, setWanted] = useState(false)
  return wanted ? <ViewMenu {...props} /> : <Closed onClick={() => setWanted(true)} />
}

function Closed(props: ComponentProps<'button'>) {
  return (
    <Button aria-haspopup="dialog" aria-expanded={false} {...props}>
      <Bookmark size={14} aria-hidden />
      <span className="max-w-40 truncate">{opportunityWords.viewsButton}</span>
    </Button>
  )
}
