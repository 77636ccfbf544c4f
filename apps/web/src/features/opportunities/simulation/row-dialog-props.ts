import type { OpportunityRow } from '@makas/contract'
import type { ListStore } from '../../../shared/opportunity/list/list-store.ts'
import type { DialogKind } from '../filters/address.ts'

/** What a dialog that works with a copy of a row is given. */
export type RowDialogProps = {
  readonly store: ListStore
  readonly id: string
  readonly close: () => void
  /** Another dialog of the same row. */
  readonly turnTo: (kind: DialogKind, id: string) => void
  readonly trade: (row: OpportunityRow) => void
}
