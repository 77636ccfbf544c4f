import type { Caller, ExchangeAccounts } from '../../accounts/exchange-accounts.ts'
import type { Rights } from '../../accounts/test-account.ts'

/** Permissions of a key, by group. A read-only key lists its groups too; only `readOnly` forbids their use. */
function permissionsOf({ account, rights }: Caller, keys: ExchangeAccounts): Record<string, unknown> {
  const shape = keys.shapeOf(account)
  const isReadOnly = readOnly(rights)
  const contract = rights.futuresTrade || isReadOnly
  const wallet = [
    ...(rights.transfer ? ['AccountTransfer', 'SubMemberTransfer'] : []),
    ...(rights.withdraw ? ['Withdraw'] : []),
  ]
  return {
    ContractTrade: contract ? ['Order', 'Position'] : [],
    Spot: rights.spotTrade || isReadOnly ? ['SpotTrade'] : [],
    ...(shape === 'missing' ? {} : { Wallet: shape === 'mistyped' ? wallet.join(',') : wallet }),
    Options: [],
    Derivatives: contract && account.isUnified ? ['DerivativesTrade'] : [],
    CopyTrading: [],
    BlockTrade: [],
    Exchange: [],
    NFT: [],
    Affiliate: [],
    Earn: [],
    FiatP2P: [],
    FiatConvertBroker: [],
    FiatGlobalPay: [],
    FiatBitPay: [],
    BitCard: [],
    ByXPost: [],
    ...(shape === 'added' ? { SomethingNew: ['SomethingNew'] } : {}),
  }
}

const readOnly = ({ spotTrade, futuresTrade, withdraw, transfer }: Rights): boolean =>
  !spotTrade && !futuresTrade && !withdraw && !transfer

export function keyInfo(caller: Caller, keys: ExchangeAccounts): unknown {
  const { account, rights } = caller
  const isBound = account.addresses.length > 0
  return {
    id: '2208369',
    note: account.name,
    apiKey: account.apiKey,
    readOnly: readOnly(rights) ? 1 : 0,
    secret: '',
    permissions: permissionsOf(caller, keys),
    ips: isBound ? account.addresses : ['*'],
    type: 1,
    // Only keys without an address expire.
    deadlineDay: isBound ? -2 : 83,
    expiredAt: isBound ? '1970-01-01T00:00:00Z' : '2027-02-12T03:20:45Z',
    createdAt: '2026-11-14T03:20:45Z',
    unified: 0,
    uta: account.isUnified ? 1 : 0,
    userID: 1448939,
    inviterID: 0,
    vipLevel: account.fees.level,
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: '',
    isMaster: true,
    parentUid: '0',
    kycLevel: 'LEVEL_1',
    kycRegion: 'TUR',
    userIDInt64: '1448939',
    inviterIDInt64: '0',
    affiliateIDInt64: '0',
  }
}
