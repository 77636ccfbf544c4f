import type { DailyChange } from '../../../../app/ports/market/book-feed.ts'
import type { DailyChangeText } from './rest-texts.ts'

/** Percent texts as numbers for display; texts that are no numbers are left out. */
export function dailyChanges(texts: readonly DailyChangeText[]): readonly DailyChange[] {
  return texts
    .filter(({ percent }) => percent.trim() !== '' && Number.isFinite(Number(percent)))
    .map(({ symbol, percent }) => ({ symbol, percent: Number(percent) }))
}
