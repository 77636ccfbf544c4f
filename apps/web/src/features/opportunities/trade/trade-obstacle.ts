import { type OpportunityRow, TRADE_SENTENCES } from '@makas/contract'
import { EXCHANGE_FACTS } from '@makas/domain'
import { sentenceOf } from '../../../shared/api/failure-sentence.ts'
import { tr } from '../../../text/frame/tr.ts'
import { tradeWords as words } from '../../../text/market/trades.ts'
import { type OwnKey, tradeAccessOf } from './trade-access.ts'

/** The sentence that says why the viewer's connections do not allow this trade; null where they do. */
export async function obstacleOf(
  row: OpportunityRow,
  readKeys: () => Promise<readonly OwnKey[]>,
): Promise<string | null> {
  let keys: readonly OwnKey[]
  try {
    keys = await readKeys()
  } catch (error) {
    return sentenceOf(error, words.press.unread)
  }
  const access = tradeAccessOf(row, keys)
  if (access.kind === 'open') return null
  if (access.kind === 'coming-soon') return words.press.comingSoon
  const names = access.exchanges.map((exchange) => tr.exchanges[exchange]).join(', ')
  const { noConnection, noTestOrDemoConnection } = TRADE_SENTENCES
  const sentence = row.source === 'demo' ? noTestOrDemoConnection(names) : noConnection(names)
  return access.exchanges.some((exchange) => !EXCHANGE_FACTS[exchange].hasTestNetwork)
    ? `${sentence} ${words.press.noTestnet}`
    : sentence
}
