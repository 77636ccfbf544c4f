import type { ExchangeId } from '@makas/domain'
import { type FaultInjector, statusOf } from '../faults/fault-injector.ts'
import type { KeyRefusal } from './key-refusal.ts'
import type { PermissionShape, Rights, TestAccount, World } from './test-account.ts'

export interface Caller {
  readonly account: TestAccount
  readonly rights: Rights
}

/** The accounts of one exchange, with the scripted faults in force applied. */
export class ExchangeAccounts {
  readonly #injector: FaultInjector
  readonly #exchange: ExchangeId
  readonly #byKey = new Map<string, TestAccount>()

  constructor(
    { accounts, injector }: { readonly accounts: readonly TestAccount[]; readonly injector: FaultInjector },
    exchange: ExchangeId,
    system: TestAccount['system'] = 'main',
  ) {
    this.#injector = injector
    this.#exchange = exchange
    for (const one of accounts) if (one.exchange === exchange && one.system === system) this.#byKey.set(one.apiKey, one)
  }

  find(apiKey: string): TestAccount | undefined {
    return this.#byKey.get(apiKey)
  }

  /** The account; undefined also where its key belongs to the other network. */
  findIn(world: World, apiKey: string): TestAccount | undefined {
    const found = this.find(apiKey)
    return found?.world === world ? found : undefined
  }

  /** The scripted refusal of this call, if any. */
  scripted(): KeyRefusal | undefined {
    if (this.#injector.isQuiet) return undefined
    const closed = this.#injector.holding('maintenance', this.#exchange)
    if (closed && statusOf(closed.fault) === 'maintenance') return 'maintenance'
    return this.#injector.strikes('key-refused', this.#exchange)?.fault.why
  }

  /** Whether the key may be used from that address. */
  admits({ addresses }: TestAccount, address: string): boolean {
    return addresses.length === 0 || addresses.includes(address)
  }

  /** Rights of the key, with scripted changes. */
  rightsOf({ rights }: TestAccount): Rights {
    const changed = this.#injector.holding('permissions', this.#exchange)?.fault.rights
    if (changed === undefined) return rights
    return changed === 'withdraw'
      ? { ...rights, withdraw: true }
      : { ...rights, spotTrade: false, futuresTrade: false, withdraw: false, transfer: false }
  }

  shapeOf({ shape }: TestAccount): PermissionShape {
    return this.#injector.holding('permissions', this.#exchange)?.fault.shape ?? shape
  }
}
