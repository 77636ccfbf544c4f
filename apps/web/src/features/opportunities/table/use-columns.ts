import type { Mode } from '@makas/contract'
import { useMemo } from 'react'
import { useMedia } from '../../../shared/ui/use-media.ts'
import { CARRY_COLUMNS } from './carry-columns.tsx'
import { type Columns, measures, NARROW_BELOW, type TableMeasures } from './column.ts'
import { SPOT_COLUMNS } from './spot-columns.tsx'
import { type OptionalColumn, triColumns } from './tri-columns.tsx'

/** The columns of a mode's table, with the chosen optional ones. */
export function useColumns(mode: Mode, chosen: readonly OptionalColumn[]): Columns {
  return useMemo(() => {
    switch (mode) {
      case 'spot':
        return SPOT_COLUMNS
      case 'carry':
        return CARRY_COLUMNS
      case 'tri':
        return triColumns(chosen)
    }
  }, [mode, chosen])
}

/** The widths of the columns in this window. */
export function useMeasures(columns: Columns): TableMeasures {
  const narrow = useMedia(NARROW_BELOW)
  return useMemo(() => measures(columns, narrow), [columns, narrow])
}
