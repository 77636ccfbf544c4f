import { useState } from 'react'
import { storedPreference, storePreference } from '../../../shared/storage/preferences.ts'

const KEY = 'makas.rowHeight'
const CLOSE = 36
const WIDE = 44

/** Height of the table's rows, px, as the viewer has chosen it. */
export function useRowHeight() {
  const [height, setHeight] = useState(() => (storedPreference(KEY) === String(WIDE) ? WIDE : CLOSE))
  const chooseWide = (isWide: boolean) => {
    const chosen = isWide ? WIDE : CLOSE
    setHeight(chosen)
    storePreference(KEY, String(chosen))
  }
  return { height, isWide: height === WIDE, chooseWide }
}
