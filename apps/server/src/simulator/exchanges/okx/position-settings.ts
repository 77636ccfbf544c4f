import type { TestAccount } from '../../accounts/test-account.ts'
import type { Instrument } from '../../market/instrument.ts'
import { fieldsOf } from '../../orders/order-text.ts'
import { leverageIn } from '../../orders/position-settings.ts'
import type { Context, RestReply } from '../../wire/front.ts'
import { good, unknownInstrument, wrong } from './perp-rest.ts'

const MODES = ['net_mode', 'long_short_mode']

/** OKX's position mode and leverages. An order itself says whether its margin is isolated. */
export class OkxPositionSettings {
  readonly #context: Context
  readonly #find: (id: string) => Instrument | undefined

  constructor(context: Context, find: (id: string) => Instrument | undefined) {
    this.#context = context
    this.#find = find
  }

  mode(account: TestAccount): string {
    return this.#context.orders.settings.of(account).isHedged ? 'long_short_mode' : 'net_mode'
  }

  leverage(account: TestAccount, query: URLSearchParams): RestReply {
    const instrument = this.#find(query.get('instId') ?? '')
    const mgnMode = query.get('mgnMode') ?? ''
    if (!['isolated', 'cross'].includes(mgnMode)) return wrong('51000', 'Parameter mgnMode error', 400)
    return instrument === undefined ? unknownInstrument() : good([this.#entry(account, instrument, mgnMode)])
  }

  change(account: TestAccount, path: string, body: string): RestReply {
    const fields = fieldsOf(body)
    const settings = this.#context.orders.settings
    if (path.endsWith('/set-position-mode')) {
      const mode = fields?.posMode
      if (typeof mode !== 'string' || !MODES.includes(mode)) return wrong('51000', 'Parameter posMode error', 400)
      if (this.#context.orders.hasPosition(account))
        return wrong(
          '59000',
          'Setting failed. Cancel any open orders, close positions, and stop trading bots first.',
          200,
        )
      settings.of(account).isHedged = mode === 'long_short_mode'
      return good([{ posMode: mode }])
    }
    const instrument = this.#find(typeof fields?.instId === 'string' ? fields.instId : '')
    if (instrument === undefined) return unknownInstrument()
    const mgnMode = fields?.mgnMode === 'isolated' ? 'isolated' : 'cross'
    const leverage = leverageIn(fields?.lever)
    if (leverage === null) return wrong('59102', 'Leverage exceeds the maximum limit. Please lower the leverage.', 200)
    settings.ofInstrument(account, instrument).leverage = leverage
    return good([this.#entry(account, instrument, mgnMode)])
  }

  #entry(account: TestAccount, instrument: Instrument, mgnMode: string) {
    const { leverage } = this.#context.orders.settings.ofInstrument(account, instrument)
    return { ccy: '', instId: instrument.listing.id, lever: String(leverage), mgnMode, posSide: 'net' }
  }
}
