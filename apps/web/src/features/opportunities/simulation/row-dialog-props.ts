import type { OpportunityRow } from '@makas/contract'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import type { DialogKind } from '../filters/address.ts'

/** Props of a dialog that works with a copy of a row. */
export type RowDialogProps = {
  readonly store: ListStore
  readonly id: string
  readonly close: () => void
  /** Opens another dialog of this row. */
  readonly turnTo: (kind: DialogKind, id: string) => void
  readonly trade: (row: OpportunityRow) => void
}
