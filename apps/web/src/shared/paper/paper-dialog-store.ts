import type { SpotRow } from '@makas/contract'
import { valueStore } from '../storage/value-store.ts'

/** The spot row of a paper trade. */
export type PaperSubject = Pick<SpotRow, 'id' | 'symbol' | 'base' | 'quote' | 'buy_exchange' | 'sell_exchange'>

const opened = valueStore<PaperSubject | null>(null)

/** Opens the dialog of a paper trade, from anywhere; the frame draws it. */
export const openPaper = (row: PaperSubject): void => opened.set(row)

export const closePaper = (): void => opened.set(null)

/** The row of the open dialog; null while it is closed. */
export const usePaperDialog = opened.use
