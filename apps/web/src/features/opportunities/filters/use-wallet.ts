import type { ExchangeId } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownPortfolioQuery } from '../../../shared/keys/own-queries.ts'
import { useUser } from '../../../shared/session/session.ts'
import { type Wallet, walletOf } from './matching.ts'

/** The balances of the logged-in user, as far as they could be read. */
export type OwnWallet =
  | { readonly state: 'loading' | 'failed' }
  | {
      readonly state: 'read'
      readonly wallet: Wallet
      /** Number of connections that were read, and the exchanges that were not. */
      readonly read: number
      readonly unread: readonly ExchangeId[]
      /** There is an account of a test network too, whose money does not count. */
      readonly hasTestMoney: boolean
    }

const RENEW_MS = 15_000

/** Null for a visitor; fetched only while the balance filter is used. */
export function useWallet(isWanted: boolean): OwnWallet | null {
  const user = useUser()
  const answer = useQuery({
    ...ownPortfolioQuery,
    enabled: user !== null && isWanted,
    refetchInterval: RENEW_MS,
  })
  const { data, isError } = answer
  return useMemo(() => {
    if (user === null) return null
    if (data === undefined) return { state: isError ? 'failed' : 'loading' }
    const counted = data.exchanges.filter(({ testnet }) => !testnet)
    return {
      state: 'read',
      wallet: walletOf(data),
      read: counted.filter(({ status }) => status === 'connected').length,
      unread: counted.filter(({ status }) => status !== 'connected').map(({ exchange }) => exchange),
      hasTestMoney: counted.length < data.exchanges.length,
    }
  }, [user, data, isError])
}
