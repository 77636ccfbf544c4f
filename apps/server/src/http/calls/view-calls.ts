import { PATHS, ReplaceViewsBody, SavedViews } from '@makas/contract'
import { type Call, call } from './user-calls.ts'

/** Saved views of the opportunities, kept with the account. */
export const VIEW_CALLS = {
  read: call(`GET ${PATHS.views}`, 'user', 'The saved views of the opportunities', { answer: SavedViews }),
  replace: call(`PUT ${PATHS.views}`, 'user', 'Replace the saved views', {
    body: ReplaceViewsBody,
    answer: SavedViews,
  }),
} as const

export const ALL_VIEW_CALLS: readonly Call[] = Object.values(VIEW_CALLS)
