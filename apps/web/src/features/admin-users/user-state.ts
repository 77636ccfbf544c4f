import type { ManagedUser } from '@makas/contract'

/** What an admin can change of a user (ENT-22). */
export type UserState = Pick<ManagedUser, 'is_premium' | 'selectedPlan' | 'is_active'>

export const stateOf = ({ is_premium, selectedPlan, is_active }: ManagedUser): UserState => ({
  is_premium,
  selectedPlan,
  is_active,
})
