import { PATHS, PersonalRows, Portfolio } from '@makas/contract'
import { call } from './user-calls.ts'

/** Balances, and the rows that they can carry (CALL-08, CALL-09). */
export const PORTFOLIO_CALLS = {
  balances: call(`GET ${PATHS.portfolio}`, 'user', 'What the connected accounts hold, and what it is worth', {
    answer: Portfolio,
  }),
  personalSpot: call(
    `GET ${PATHS.personalSpot}`,
    'user',
    'Spot rows at the own fees, and how much of each the own balances carry',
    { answer: PersonalRows },
  ),
} as const
