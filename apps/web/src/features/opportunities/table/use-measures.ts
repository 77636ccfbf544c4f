import { useMedia } from '../../../shared/ui/use-media.ts'
import { NARROW_BELOW, NARROW_TABLE, type TableMeasures, WIDE_TABLE } from './columns.tsx'

/** The column widths that fit the window. */
export function useMeasures(): TableMeasures {
  return useMedia(NARROW_BELOW) ? NARROW_TABLE : WIDE_TABLE
}
