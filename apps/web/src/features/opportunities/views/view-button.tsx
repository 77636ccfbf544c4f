import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { opportunityWords } from '../../../text/market/opportunities.ts'

const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }))

/** Button of the saved views; the menu's code is loaded with the first press, and opens at once. */
export function ViewButton(props: { readonly query: string; readonly show: (query: string) => void }) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button aria-haspopup="dialog" aria-expanded={false} aria-busy={wanted} onClick={() => setWanted(true)}>
      <Bookmark size={14} aria-hidden />
      <span className="max-w-40 truncate">{opportunityWords.viewsButton}</span>
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu {...props} />
    </Suspense>
  )
}
