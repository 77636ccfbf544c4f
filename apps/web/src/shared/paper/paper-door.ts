import type { SpotRow } from '@makas/contract'
import { valueStore } from '../storage/value-store.ts'

/** A spot row that is tried on paper. */
export type PaperSubject = Pick<SpotRow, 'id' | 'symbol' | 'base' | 'quote' | 'buy_exchange' | 'sell_exchange'>

const opened = valueStore<PaperSubject | null>(null)

/** Opens the dialog of a paper trade, from anywhere; the frame draws it. */
export const openPaper = (row: PaperSubject): void => opened.set(row)

export const closePaper = (): void => opened.set(null)

/** What is tried now, null where the dialog is closed. */
export const usePaperDoor = opened.use
