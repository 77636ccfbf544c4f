import { PAPER_SENTENCES, type SpotRow } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical, FlaskConicalOff } from 'lucide-react'
import { rowRoleOf } from '../../shared/keys/row-role.ts'
import { rowName } from '../../shared/opportunity/row/headline.ts'
import { canBeTried } from '../../shared/paper/can-be-tried.ts'
import { openPaper } from '../../shared/paper/paper-dialog-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { BUTTON, Button } from '../../shared/ui/button.tsx'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { tr } from '../../text/frame/tr.ts'
import { modeWords, opportunityWords } from '../../text/market/opportunities.ts'
import { portfolioText } from '../../text/market/portfolio.ts'
import { keysQuery } from './portfolio-queries.ts'

const words = opportunityWords.action
const SMALL = 'h-7! px-2.5! max-md:w-full max-md:px-1! pointer-coarse:h-11! pointer-coarse:min-w-11'

type ActionProps = {
  readonly row: SpotRow
  /** Whether the row is of the visitors' list. */
  readonly isCached: boolean
  readonly trade: (row: SpotRow) => void
}

/** Actions of one of the ten best rows: the viewer's action in the list (OPP-37 to OPP-40), and a trial. */
export function TopRowActions(props: ActionProps) {
  return (
    // The action stands at the edge of every row, with or without a trial beside it.
    <span className="flex items-center gap-1 max-md:flex-col md:flex-row-reverse">
      <Action {...props} />
      <Trial row={props.row} isQuiet />
    </span>
  )
}

function Action({ row, isCached, trade }: ActionProps) {
  const user = useUser()
  const mayTrade = user?.is_premium === true
  const read = useQuery(keysQuery).data
  const role = rowRoleOf(user, read, isCached)
  const name = rowName(row)
  if (role === 'simulate')
    return (
      <Link
        to="/opportunities"
        search={{ mode: 'spot', simulation: row.id }}
        data-testid="row-action"
        aria-label={`${words.simulate}: ${name}`}
        className={`${BUTTON} ${SMALL}`}
      >
        {words.simulate}
      </Link>
    )
  if (role === 'connect')
    return (
      <Link
        to="/settings/api"
        data-testid="row-action"
        aria-label={`${words.connect}: ${name}`}
        className={`${BUTTON} ${SMALL}`}
      >
        {words.connect}
      </Link>
    )
  return (
    <Button
      data-testid="row-action"
      aria-disabled={!mayTrade}
      aria-label={`${modeWords.spot.trade}: ${name}`}
      onClick={() => (mayTrade ? trade(row) : void sayAlert(words.premiumOnly))}
      className={`${SMALL} aria-disabled:text-text-3`}
    >
      {modeWords.spot.trade}
    </Button>
  )
}

/** Tries a row on paper, or says why that is impossible. `isQuiet`: another action is the row's main action. */
export function Trial({ row, isQuiet = false }: { readonly row: SpotRow; readonly isQuiet?: boolean }) {
  const route = `${tr.exchanges[row.buy_exchange]} → ${tr.exchanges[row.sell_exchange]}`
  const look = isQuiet
    ? `${SMALL} border-transparent! bg-transparent! text-text-2! hover:text-text-1! md:max-2xl:w-7 md:max-2xl:px-0!`
    : 'h-7'
  if (!canBeTried(row))
    return (
      <Button
        aria-label={portfolioText.top.whyNotOf(row.symbol, route)}
        title={PAPER_SENTENCES.otherCurrency}
        onClick={() => void sayAlert(PAPER_SENTENCES.otherCurrency)}
        className={`${look} text-text-3! max-md:w-full max-md:px-1!`}
      >
        <FlaskConicalOff size={14} className={isQuiet ? 'max-md:hidden' : 'max-lg:hidden'} aria-hidden />
        <span className={isQuiet ? 'md:max-2xl:sr-only' : undefined}>{portfolioText.top.whyNot}</span>
      </Button>
    )
  return (
    <Button
      aria-label={portfolioText.top.paperOf(row.symbol, route)}
      title={isQuiet ? portfolioText.top.paper : undefined}
      onClick={() => openPaper(row)}
      className={look}
    >
      <FlaskConical size={14} className={isQuiet ? undefined : 'md:max-lg:hidden'} aria-hidden />
      <span className={isQuiet ? 'md:max-2xl:sr-only' : undefined}>{portfolioText.top.paper}</span>
    </Button>
  )
}
