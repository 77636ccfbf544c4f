import { useQuery } from '@tanstack/react-query'
import { canBeTried } from '../../shared/paper/can-be-tried.ts'
import { openPaper } from '../../shared/paper/paper-dialog-store.ts'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { PaperPanel } from './paper-panel.tsx'
import { feedsQuery, topRowsQuery } from './portfolio-queries.ts'
import { TopRows } from './top-rows.tsx'

const words = portfolioText.portfolio

/** `/portfolio`: all paper trades with the virtual balance, and rows to try. A visitor's trades stay in the browser. */
export function PortfolioPage() {
  useTitle(words.title)
  const isUser = useUser() !== null
  const top = useQuery(topRowsQuery(isUser ? 'user' : 'visitor'))
  const status = useQuery(feedsQuery).data
  const first = top.data?.rows.find(canBeTried)
  return (
    <div className="mx-auto flex w-full max-w-[1280px] flex-1 flex-col gap-4 px-4 pt-4 pb-6 sm:px-5">
      <div className="flex flex-col gap-1">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        <p className="max-w-170 text-text-2">
          {words.lead} {words.spotOnly}
        </p>
      </div>
      {!isUser && (
        <Notice tone="info" action={<Button onClick={() => openAuth({ mode: 'login' })}>{words.logIn}</Button>}>
          {words.visitor}
        </Notice>
      )}
      <PaperPanel isWhole {...(first === undefined ? {} : { begin: () => openPaper(first) })} />
      <TopRows query={top} status={status} />
    </div>
  )
}
