import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { isExchange } from '../../config/config-checks.ts'
import { refuse, type Terminal } from './run-command.ts'

/** Options that `doctor` and `record` have in common. */
export const WISH_OPTIONS = {
  seconds: { type: 'string', default: '60' },
  exchanges: { type: 'string' },
  symbols: { type: 'string' },
  'max-mb': { type: 'string', default: '200' },
} as const

export const WISH_USAGE = '[--seconds N] [--exchanges binance,okx,…] [--symbols BTC,ETH/USDT,…] [--max-mb N]'

const MEGABYTE = 1_000_000
/** A recording is replayed from one text, which may not be longer than this, MB. */
const MOST_MB = 400

type Given = {
  readonly seconds: string
  readonly exchanges?: string
  readonly symbols?: string
  readonly 'max-mb': string
}

/** What is to be looked at, and for how long. */
export type LookWish = {
  readonly seconds: number
  readonly exchanges: readonly ExchangeId[]
  /** Coins and pairs by their plain names; empty: all books that the product wants. */
  readonly symbols: readonly string[]
  readonly maxBytes: number
}

/** Reads the options. `usual`: the exchanges if the command names none. The first mistake ends the command. */
export function readWish(given: Given, usual: readonly ExchangeId[], usage: string): LookWish {
  const whole = (name: 'seconds' | 'max-mb', most: number): number => {
    const value = Number(given[name])
    if (!/^\d{1,6}$/.test(given[name]) || value < 1 || value > most)
      refuse(`--${name} must be a whole number from 1 to ${most}\n${usage}`)
    return value
  }
  const names = (text: string | undefined) => (text ?? '').split(',').filter((name) => name !== '')
  const exchanges = names(given.exchanges?.toLowerCase())
  const unknown = exchanges.find((name) => !isExchange(name))
  if (unknown !== undefined) refuse(`--exchanges: ${unknown} is none of ${EXCHANGES.join(', ')}\n${usage}`)
  return {
    seconds: whole('seconds', 86_400),
    exchanges: exchanges.length === 0 ? usual : EXCHANGES.filter((one) => exchanges.includes(one)),
    symbols: names(given.symbols?.toUpperCase()),
    maxBytes: whole('max-mb', MOST_MB) * MEGABYTE,
  }
}

/** Aborts at the first Ctrl-C or stop of the process, for as long as `work` runs; what was seen until then counts. */
export async function untilStopped<T>(
  { stopping: told }: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  try {
    return await work(told === undefined ? stopping.signal : AbortSignal.any([stopping.signal, told]))
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

/** The sentence for a file that cannot be made (it may exist already); null for any other error. */
export const fileFailure = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error && 'path' in error ? error.message : null
