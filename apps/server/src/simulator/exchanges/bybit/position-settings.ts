import { decimalText } from '@makas/domain'
import type { TestAccount } from '../../accounts/test-account.ts'
import type { Instrument } from '../../market/instrument.ts'
import { quantityOf } from '../../orders/order.ts'
import { averageText, fieldsOf } from '../../orders/order-text.ts'
import { leverageIn } from '../../orders/position-settings.ts'
import type { Context } from '../../wire/front.ts'
import type { Refusal } from './signed-calls.ts'

type Outcome = { readonly result: unknown } | Refusal

const say = (retCode: number, retMsg: string): Refusal => ({ retCode, retMsg })
const DONE: Outcome = { result: {} }

/** Bybit's positions, position mode and leverages. The margin mode belongs to the whole account. */
export class BybitPositionSettings {
  readonly #context: Context
  readonly #find: (category: string, id: string) => Instrument | undefined

  constructor(context: Context, find: (category: string, id: string) => Instrument | undefined) {
    this.#context = context
    this.#find = find
  }

  /** All open positions, or the entries of one symbol, which exist without a position too. */
  positions(account: TestAccount, query: URLSearchParams): Outcome {
    const held = this.#context.orders.positions(account)
    const symbol = query.get('symbol')
    const asked = symbol === null ? undefined : this.#find('linear', symbol)
    if (symbol !== null && asked === undefined) return say(10_001, 'params error: symbol invalid')
    const instruments = asked === undefined ? held.map(({ instrument }) => instrument) : [asked]
    const list = instruments.flatMap((instrument) => this.#entries(account, instrument))
    return { result: { category: 'linear', nextPageCursor: '', list } }
  }

  change(account: TestAccount, path: string, body: string): Outcome {
    const fields = fieldsOf(body)
    const { orders } = this.#context
    const settings = orders.settings.of(account)
    if (path.endsWith('/set-margin-mode')) {
      const mode = fields?.setMarginMode
      if (mode !== 'ISOLATED_MARGIN' && mode !== 'REGULAR_MARGIN') return say(10_001, 'setMarginMode invalid')
      settings.isIsolated = mode === 'ISOLATED_MARGIN'
      return { result: { reasons: [] } }
    }
    const instrument = this.#find('linear', typeof fields?.symbol === 'string' ? fields.symbol : '')
    if (path.endsWith('/switch-mode')) {
      if (orders.hasPosition(account))
        return say(110_024, 'You have an existing position, so position mode cannot be switched.')
      const isHedged = fields?.mode === 3
      if (isHedged === settings.isHedged) return say(110_025, 'Position mode is not modified')
      settings.isHedged = isHedged
      return DONE
    }
    if (instrument === undefined) return say(10_001, 'params error: symbol invalid')
    const [buy, sell] = [leverageIn(fields?.buyLeverage), leverageIn(fields?.sellLeverage)]
    if (buy === null || sell === null) return say(10_001, 'leverage invalid')
    if (buy !== sell && !settings.isHedged) return say(10_001, 'buy leverage not equal sell leverage')
    const own = orders.settings.ofInstrument(account, instrument)
    if (own.leverage === buy) return say(110_043, 'Set leverage not modified')
    own.leverage = buy
    return DONE
  }

  #entries(account: TestAccount, instrument: Instrument): unknown[] {
    const { orders } = this.#context
    const position = orders.positions(account).find((one) => one.instrument === instrument)
    const lots = position?.lots ?? 0
    const size = quantityOf(Math.abs(lots), instrument)
    const { isHedged } = orders.settings.of(account)
    const entry = (positionIdx: number, isHeld: boolean) => ({
      symbol: instrument.listing.id,
      side: isHeld && lots !== 0 ? (lots < 0 ? 'Sell' : 'Buy') : '',
      size: isHeld ? decimalText(size) : '0',
      avgPrice: position !== undefined && isHeld ? averageText(position.value, size, 12) : '0',
      positionValue: position !== undefined && isHeld ? decimalText(position.value) : '',
      positionIdx,
      leverage: String(orders.settings.ofInstrument(account, instrument).leverage),
      unrealisedPnl: '0',
      createdTime: String(instrument.changedAt),
      updatedTime: String(instrument.changedAt),
    })
    return isHedged ? [entry(1, lots > 0), entry(2, lots < 0)] : [entry(0, true)]
  }
}
