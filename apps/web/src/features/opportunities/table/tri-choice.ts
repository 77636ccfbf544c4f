import { useState } from 'react'
import { storedPreference, storePreference } from '../../../shared/storage/preferences.ts'
import { DEFAULT_OPTIONAL, OPTIONAL_COLUMNS, type OptionalColumn } from './tri-columns.tsx'

const KEY = 'makas.triColumns'

/** The stored choice of columns, in display order; the default for any other text. */
export function readChoice(stored: string | null): readonly OptionalColumn[] {
  if (stored === null) return DEFAULT_OPTIONAL
  try {
    const names: unknown = JSON.parse(stored)
    return Array.isArray(names) ? OPTIONAL_COLUMNS.filter((id) => names.includes(id)) : DEFAULT_OPTIONAL
  } catch {
    return DEFAULT_OPTIONAL
  }
}

export type TriChoice = {
  readonly chosen: readonly OptionalColumn[]
  readonly choose: (columns: readonly OptionalColumn[]) => void
}

/** The remembered choice of triangular columns (OPP-34). */
export function useTriChoice(): TriChoice {
  const [chosen, setChosen] = useState(() => readChoice(storedPreference(KEY)))
  const choose = (columns: readonly OptionalColumn[]) => {
    const ordered = OPTIONAL_COLUMNS.filter((id) => columns.includes(id))
    setChosen(ordered)
    storePreference(KEY, JSON.stringify(ordered))
  }
  return { chosen, choose }
}
